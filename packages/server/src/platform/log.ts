import { type DestinationStream, type Logger, pino } from 'pino'
import { masked, maskValue, mayHoldSecret } from './mask.ts'

export interface LogSettings {
  readonly level: string
  /** Standard output by default. */
  readonly destination?: DestinationStream
}

/**
 * Logs JSON lines. Everything passes one mask before it is written, at any depth, so no caller has
 * to remember what must not be logged. The lines of a request share `child({ requestId })`.
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

// One write per line would cost a third of a request. Lines are buffered for a moment instead, and
// pino flushes the buffer when the process exits.
const standardOutput = () =>
  pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 250 })

// The useful properties. Drivers attach their whole connection to an error, which is noise.
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

/** Only lines that might contain a secret are parsed: most are written unchanged. */
function maskLine(line: string): string {
  if (!mayHoldSecret(line)) return line
  try {
    return `${JSON.stringify(maskValue(JSON.parse(line)))}\n`
  } catch {
    return `{"level":"error","msg":"a log line could not be masked: ${masked}"}\n`
  }
}
