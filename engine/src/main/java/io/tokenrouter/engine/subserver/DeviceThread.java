package io.tokenrouter.engine.subserver;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread of the subservers of one device. Where a device runs one step at a time, one thread can serve all its models, and
 * passing the device from one to the next needs nobody to wake.
 */
final class DeviceThread extends Thread {

    private final List<Subserver> subservers = new CopyOnWriteArrayList<>();
    private volatile boolean asleep;
    private volatile boolean ended;

    /**
     * @param name of the first model
     */
    DeviceThread(String name) {
        super("subserver-" + name);
        setDaemon(true);
    }

    void serve(Subserver subserver) {
        subservers.add(subserver);
        wake();
    }

    /** From any thread: some subserver is called. */
    void wake() {
        if (asleep) {
            asleep = false;
            LockSupport.unpark(this);
        }
    }

    /** From any thread: nobody is left to serve. */
    void end() {
        ended = true;
        LockSupport.unpark(this);
    }

    /** True if the thread decides upon the group before it sleeps or runs a step. */
    boolean serves(DeviceGroup group) {
        for (int i = 0; i < subservers.size(); i++) {
            if (subservers.get(i).member.group() == group) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void run() {
        while (!ended) {
            boolean goesOn = false;
            for (Subserver subserver : subservers) {
                if (subserver.isClosing()) {
                    subservers.remove(subserver);
                    subserver.left();
                } else {
                    goesOn |= subserver.turn();
                }
            }
            if (!goesOn) {
                sleep();
            }
        }
    }

    /** Those who wake it first say why, then look whether it sleeps; so it looks in the other order, and nothing is missed. */
    private void sleep() {
        asleep = true;
        if (!ended && !isCalled()) {
            LockSupport.park(this);
        }
        asleep = false;
    }

    private boolean isCalled() {
        for (int i = 0; i < subservers.size(); i++) {
            if (subservers.get(i).isCalled()) {
                return true;
            }
        }
        return false;
    }
}
