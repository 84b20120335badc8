import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * V8 grows its space for new objects while a server starts, and keeps it, empty, until it collects
 * all garbage, which an idle server doesn’t cause for hours.
 */
export function releaseMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
}
