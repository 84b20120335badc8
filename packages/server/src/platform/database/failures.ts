import pg from 'pg'

const contentionCodes = new Set(['40001', '40P01', '55P03'])
const connectionLossCodes = new Set(['57P01', '57P02', '57P03', '08000', '08003', '08006', '08P01'])
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** Too many connections, or a statement that took too long. */
const busyCodes = new Set(['53300', '57014'])

/** The database aborted one of several conflicting transactions; a retry can succeed. */
export const isContention = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && contentionCodes.has(error.code ?? '')

/** A statement came after one that failed in the same transaction. */
export const isAbortedBefore = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '25P02'

/** The violated constraint, so that a lost race can be refused by name. */
export function violatedConstraint(error: unknown): string | null {
  if (!(error instanceof pg.DatabaseError) || error.code?.startsWith('23') !== true) return null
  const constraint = error.constraint ?? constraintIn(error.message)
  return constraint?.replace(/_\d{6,}$/, '') ?? null
}

/** Citus passes only the message of a worker on, and numbers the constraints of shards. */
const constraintIn = (message: string): string | null =>
  /constraint "(?<name>[^"]+)"/.exec(message)?.groups?.['name'] ?? null

/** How Citus says that its own connection to a worker is lost, always with one code. */
const lostWorker =
  /^(failure on connection marked as essential|server closed the connection|SSL SYSCALL error|SSL connection has been closed|could not (send|receive) data)/

const isWorkerLost = ({ code, message }: pg.DatabaseError): boolean =>
  code === 'XX000' && lostWorker.test(message)

/** The connection is lost, and uncommitted work with it. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.some(isConnectionLoss)) return true
  if (error instanceof pg.DatabaseError) {
    return connectionLossCodes.has(error.code ?? '') || isWorkerLost(error)
  }
  if ('code' in error && typeof error.code === 'string') {
    return socketCodes.has(error.code) || isMissingSocket(error)
  }
  return /^(connection (terminated|error|timeout|ended)|client (was closed|has encountered))/i.test(
    error.message,
  )
}

/** Not every missing file. */
const isMissingSocket = (error: Error): boolean =>
  'code' in error && error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'

/** The database can't be reached now, or doesn't respond in time. */
export const isDatabaseAway = (error: unknown): boolean =>
  isConnectionLoss(error) ||
  (error instanceof pg.DatabaseError && busyCodes.has(error.code ?? '')) ||
  (error instanceof Error &&
    /^(query read timeout|timeout exceeded when trying to connect)$/i.test(error.message))

/**
 * A migration changed the result columns of a statement prepared on this connection, or Citus has
 * divided the shard that the statement was planned for.
 */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  ((error.code === '0A000' && error.message.includes('cached plan')) ||
    (error.code === 'XX000' && error.message.startsWith('could not find valid entry for shard')))
