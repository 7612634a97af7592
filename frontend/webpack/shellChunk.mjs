/** What is loaded with every page behind the log-in page: its frame, and all calls. */
export const SHELL = ['./protected', './api'];
const PUBLIC = /(?:splash|log-in|forget-password|rules|about|faq)\.route$/;

const requestsOf = (chunk) =>
  [...chunk.groupsIterable].flatMap((group) => group.origins.map(({ request }) => request ?? ''));

/**
 * The modules that the shell brings, so that no page behind the log-in page carries them once more. What a public page
 * has as well stays in both: it shall not wait for the shell.
 */
export function isOfShell(module, { chunkGraph }) {
  const requests = [...chunkGraph.getModuleChunksIterable(module)].flatMap(requestsOf);
  return requests.some((request) => SHELL.includes(request)) && !requests.some((request) => PUBLIC.test(request));
}
