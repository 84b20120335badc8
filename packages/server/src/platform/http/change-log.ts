import type { Operation } from '@guildhall/contract/operation'
import type { UnitOfWork } from '../unit-of-work.ts'

/** A call whose transaction is about to be committed. */
export interface ChangingCall {
  readonly caller: unknown
  readonly params: unknown
  readonly body: unknown
  /** Undefined where the operation isn't finished yet, or returns nothing. */
  readonly output: unknown
  /** False where further transactions of the same call follow. */
  readonly isFinished: boolean
  readonly address: string
  readonly userAgent: string | null
  readonly requestId: string
}

/** Adds to the transaction who changed what. */
export type LogChanges = (uow: UnitOfWork, call: ChangingCall) => void

/** How changes of an operation are logged; null for operations that leave no trace. */
export type ChangeLog = (operation: Operation) => LogChanges | null
