import { Refused } from '#/lib/request.ts'

/** Whether there is no such object. An invalid id is the id of none. */
export function isMissing(error: unknown): boolean {
  return error instanceof Refused && [400, 404].includes(error.status)
}
