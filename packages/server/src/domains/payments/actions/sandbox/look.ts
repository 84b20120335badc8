import { id as idOf } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../../kernel/assert.ts'
import type { Present, Subject } from '../../rules/processor.ts'
import { endRefund, findIntent, findRefund } from '../../store/sandbox.ts'
import type { SandboxParts } from './parts.ts'
import { intentSeen } from './seen.ts'

const ofIntent = z.object({ payment_id: idOf('payment') })
const ofRefund = z.object({ payment_id: idOf('payment'), refund_id: idOf('refund') })

/** What the sandbox called about, as it is now. Only what was made for a payment is ours. */
export async function lookFromSandbox(
  parts: SandboxParts,
  { about, processorId, organizationId }: Subject,
): Promise<Present | null> {
  assert(organizationId !== null, 'the sandbox says whose it is')
  if (about === 'dispute') return null
  const at = { organizationId, processorId }
  return about === 'intent' ? lookAtIntent(parts, at) : lookAtRefund(parts, at)
}

interface At {
  readonly organizationId: NonNullable<Subject['organizationId']>
  readonly processorId: string
}

async function lookAtIntent(
  parts: SandboxParts,
  { organizationId, processorId }: At,
): Promise<Present | null> {
  const { reads } = parts.workshop.database
  const id = z.parse(idOf('sandboxIntent'), processorId)
  const intent = await findIntent(reads, { organizationId, id })
  const told = z.safeParse(ofIntent, intent?.metadata)
  if (intent === undefined || !told.success) return null
  const seen = intentSeen(parts, intent)
  return { about: 'intent', organizationId, paymentId: told.data.payment_id, seen }
}

/** A slow refund is done by the time of the call. */
async function lookAtRefund(
  { workshop }: SandboxParts,
  { organizationId, processorId }: At,
): Promise<Present | null> {
  const { kysely } = workshop.database
  const key = { organizationId, id: z.parse(idOf('sandboxRefund'), processorId) }
  const refund = (await endRefund(kysely, key)) ?? (await findRefund(kysely, key))
  const told = z.safeParse(ofRefund, refund?.metadata)
  if (refund === undefined || !told.success) return null
  return {
    about: 'refund',
    organizationId,
    paymentId: told.data.payment_id,
    refund: {
      processorId,
      refundId: told.data.refund_id,
      status: z.parse(z.enum(['pending', 'succeeded', 'failed']), refund.status),
      amount: refund.amount,
      failureReason: refund.failureReason,
    },
  }
}
