import { Problem } from '../../kernel/refusal.ts'
import type { Replica } from '../database/replica.ts'
import { seenPosition } from './positions.ts'
import type { OperationRoute } from './serve.ts'

/** Who answered a read that a replica may answer. */
export type ReplicaReadOutcome = 'replica' | 'primary' | 'repeated'

export interface ReplicaReads {
  readonly replica: Pick<Replica, 'mayServe' | 'whileReachable'>
  readonly positionCookie: string
  readonly observe: (outcome: ReplicaReadOutcome) => void
}

/** Both routes serve the same operation, each from its own database. */
interface BothRoutes {
  readonly onPrimary: OperationRoute
  readonly onReplica: OperationRoute
}

/**
 * Lets the replica answer whom it can show what they have seen. Whatever fails there is repeated on
 * the primary, refusals included: the replica may lack what they are about.
 */
export const readFromReplica = (
  { onPrimary, onReplica }: BothRoutes,
  { replica, positionCookie, observe }: ReplicaReads,
): OperationRoute => ({
  operation: onPrimary.operation,
  async handle(call) {
    if (!(await replica.mayServe(seenPosition(call, positionCookie)))) {
      observe('primary')
      return onPrimary.handle(call)
    }
    try {
      const output = await replica.whileReachable(() => onReplica.handle(call))
      observe('replica')
      return output
    } catch (error) {
      observe('repeated')
      const { name } = onPrimary.operation
      if (!(error instanceof Problem)) {
        call.log.warn({ err: error, operation: name }, 'a read is repeated on the primary')
      }
      return onPrimary.handle(call)
    }
  },
})
