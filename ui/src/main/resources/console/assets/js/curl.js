// A request as a curl command that can be pasted into a POSIX shell; a key comes from the shell, never from here. Pure.

/** In single quotes nothing is special but the single quote itself. */
function quoted(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** @param {string} origin of the server, for example http://localhost:8080 @param {object} body of the request */
export function curlOf(origin, body) {
  const fields = Object.entries(JSON.parse(JSON.stringify(body))).map(([name, value]) => `    "${name}": ${JSON.stringify(value)}`);
  return [
    `curl -N ${origin}/v1/chat/completions \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -H "Authorization: Bearer $TOKENROUTER_API_KEY" \\`,
    `  -d ${quoted(`{\n${fields.join(',\n')}\n  }`)}`,
  ].join('\n');
}
