declare module 'vitest' {
  interface TaskMeta {
    /** The responses observed while a test file ran. */
    evidence?: readonly ObservedResponses[]
  }
}

/** The observed responses of an endpoint. */
export interface ObservedResponses {
  /** `POST /api/auth/…`; empty for requests that matched no endpoint. */
  readonly operation: string
  /** Whether it succeeded at least once. */
  readonly succeeded: boolean
  /** The codes of its refusals. */
  readonly refused: readonly string[]
}

interface Answers {
  succeeded: boolean
  readonly refused: Set<string>
}

// One for all tests of a worker, emptied after each file, because servers are started in many
// places.
const answers = new Map<string, Answers>()

/** Reads one line of a server log, and keeps what it says about requests. */
export function recordEvidence(line: string): void {
  if (!line.includes('"msg":"request"')) return
  const { method, route, status, refused }: LoggedRequest = JSON.parse(line)
  const operation = route === null ? '' : `${method === 'HEAD' ? 'GET' : method} ${route}`
  const known = answers.get(operation) ?? { succeeded: false, refused: new Set() }
  if (refused !== undefined) known.refused.add(refused)
  else if (status < 400) known.succeeded = true
  answers.set(operation, known)
}

interface LoggedRequest {
  readonly method: string
  readonly route: string | null
  readonly status: number
  readonly refused?: string
}

/** Returns and clears what was observed so far. */
export function takeEvidence(): ObservedResponses[] {
  const seen = Array.from(answers, ([operation, { succeeded, refused }]) => ({
    operation,
    succeeded,
    refused: [...refused],
  }))
  answers.clear()
  return seen
}
