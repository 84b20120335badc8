import type { Call } from '../torture/call.ts'

export interface Counted {
  readonly call: Call
  readonly count: () => number
  /** What was answered otherwise than it should be, or not at all. */
  readonly failed: readonly string[]
}

/** Clients that never have a reason to be refused. */
export function counted(call: Call): Counted {
  const failed: string[] = []
  let count = 0
  return {
    failed,
    count: () => count,
    call: async (method, path, body, token) => {
      count += 1
      const answer = await call(method, path, body, token)
      if (answer === null) failed.push(`${method} ${path}: no answer`)
      else if (answer.status >= 400) {
        failed.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      }
      return answer
    },
  }
}
