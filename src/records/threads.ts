/** How many threads there can be beside the one that asks for help, and whether any can be started. */

/** More would each want memory of their own, and wait for that of the machine. */
export const MOST_HELPERS = 3;

/** Whether a module can start threads: they run what is built, so that from TypeScript, as in tests, there are none. */
export function canStartThreads(moduleUrl: string): boolean {
  return moduleUrl.endsWith('.js');
}
