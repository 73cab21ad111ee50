// What a request of a page adds so that the server takes it, and what happens when the session has ended.

/** Headers of a request that changes something, or asks on behalf of whoever is signed in. */
export function pageHeaders() {
  const token = document.querySelector('meta[name="page-token"]')?.content;
  return token ? { 'X-CSRF-TOKEN': token } : {};
}

/** True, and on the way to the sign-in page, where an answer says that nobody is signed in. */
export function hasEnded(response) {
  if (response.status !== 401) return false;
  location.assign(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`);
  return true;
}
