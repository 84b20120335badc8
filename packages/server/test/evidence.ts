declare module 'vitest' {
  interface TaskMeta {
    /** Of a file: what the servers of its tests were seen to answer. */
    evidence?: readonly Seen[]
  }
}

/** What an endpoint was seen to answer. */
export interface Seen {
  /** `POST /api/auth/…`; empty for what was refused before any endpoint was found. */
  readonly endpoint: string
  /** Whether it did what it is for at least once. */
  readonly succeeded: boolean
  /** The codes of its refusals. */
  readonly refused: readonly string[]
}

interface Answers {
  succeeded: boolean
  readonly refused: Set<string>
}

// One for all tests of a worker, emptied after each file: servers are started anywhere, and what
// they were seen to answer belongs to the file that ran meanwhile.
const answers = new Map<string, Answers>()

/** Reads what a server logs, a line at a time, and keeps what it says of requests. */
export function witness(line: string): void {
  if (!line.includes('"msg":"request"')) return
  const { method, route, status, refused }: LoggedRequest = JSON.parse(line)
  const endpoint = route === null ? '' : `${method === 'HEAD' ? 'GET' : method} ${route}`
  const known = answers.get(endpoint) ?? { succeeded: false, refused: new Set() }
  if (refused !== undefined) known.refused.add(refused)
  else if (status < 400) known.succeeded = true
  answers.set(endpoint, known)
}

interface LoggedRequest {
  readonly method: string
  readonly route: string | null
  readonly status: number
  readonly refused?: string
}

/** What was seen since the last time. */
export function takeEvidence(): Seen[] {
  const seen = Array.from(answers, ([endpoint, { succeeded, refused }]) => ({
    endpoint,
    succeeded,
    refused: [...refused],
  }))
  answers.clear()
  return seen
}
