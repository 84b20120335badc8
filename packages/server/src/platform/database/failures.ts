import pg from 'pg'

const contentionCodes = new Set(['40001', '40P01', '55P03'])
const connectionLossCodes = new Set(['57P01', '57P02', '57P03', '08000', '08003', '08006', '08P01'])
const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT'])

/** The database gave up on one of several that were in each other's way: trying again helps. */
export const isContention = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && contentionCodes.has(error.code ?? '')

/** The name of the constraint that refused a row, so that a lost race can answer by it. */
export const violatedConstraint = (error: unknown): string | null =>
  error instanceof pg.DatabaseError && error.code?.startsWith('23') === true
    ? (error.constraint ?? null)
    : null

/** The connection is gone, and with it whatever was not committed. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof pg.DatabaseError) return connectionLossCodes.has(error.code ?? '')
  if ('code' in error && typeof error.code === 'string') return socketCodes.has(error.code)
  return /connection (terminated|error|timeout|ended)|client (was closed|has encountered)/i.test(
    error.message,
  )
}

/** A migration changed what a statement of this connection returns. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === '0A000' &&
  error.message.includes('cached plan')
