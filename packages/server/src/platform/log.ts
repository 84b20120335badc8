import { type DestinationStream, type Logger, pino } from 'pino'
import { masked, maskValue, mayHoldSecret } from './mask.ts'

export interface LogSettings {
  readonly level: string
  /** Standard output, unless told otherwise. */
  readonly destination?: DestinationStream
}

/**
 * Lines of JSON. Whatever was logged, and however deep, passes one mask on its way out, so no
 * caller has to remember what must not be told. A request's lines share `child({ requestId })`.
 */
export function createLog({ level, destination }: LogSettings): Logger {
  const options = {
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError },
    hooks: { streamWrite: maskLine },
  }
  return pino(options, destination ?? standardOutput())
}

// A write per line costs a third of a request. Lines wait for one another a moment instead, and
// pino itself writes what still waits when the process ends.
const standardOutput = () =>
  pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 250 })

// What says where and why. Drivers hang their whole connection on an error, which helps nobody.
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  const facts = Object.entries(error).filter(([key]) => tellingFacts.has(key))
  return {
    type: name,
    message,
    stack,
    ...Object.fromEntries(facts),
    ...(cause !== undefined && { cause: describeError(cause) }),
  }
}

const tellingFacts: ReadonlySet<string> = new Set([
  'code',
  'constraint',
  'detail',
  'details',
  'failed',
  'hint',
  'reason',
  'status',
  'table',
])

/** Only what might hold a secret is taken apart: most lines leave as they are. */
function maskLine(line: string): string {
  if (!mayHoldSecret(line)) return line
  try {
    return `${JSON.stringify(maskValue(JSON.parse(line)))}\n`
  } catch {
    return `{"level":"error","msg":"a line of the log could not be read: ${masked}"}\n`
  }
}
