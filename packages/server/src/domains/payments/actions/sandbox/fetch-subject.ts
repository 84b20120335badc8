import { RefundStatus } from '@guildhall/contract/orders/refund-shapes'
import { id as idOf } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { assert } from '../../../../kernel/assert.ts'
import type { Subject, SubjectSnapshot } from '../../rules/processor.ts'
import { completeRefund, findIntent, findRefund } from '../../store/sandbox.ts'
import { findDispute } from '../../store/sandbox-disputes.ts'
import type { SandboxDeps } from './deps.ts'
import { intentSnapshot } from './intent-snapshot.ts'

const ofIntent = z.object({ payment_id: idOf('payment') })
const ofRefund = z.object({ payment_id: idOf('payment'), refund_id: idOf('refund') })

/** The current state of an event’s subject. Null for intents of set-ups, which have no payment. */
export async function fetchSubjectFromSandbox(
  deps: SandboxDeps,
  { about, processorId, organizationId }: Subject,
): Promise<SubjectSnapshot | null> {
  assert(organizationId !== null, 'events of the sandbox name the organization')
  const key = { organizationId, processorId }
  switch (about) {
    case 'intent':
      return fetchIntent(deps, key)
    case 'refund':
      return fetchRefund(deps, key)
    case 'dispute':
    case 'fraud_warning':
      return fetchDispute(deps, key)
  }
}

interface SubjectKey {
  readonly organizationId: NonNullable<Subject['organizationId']>
  readonly processorId: string
}

async function fetchIntent(
  deps: SandboxDeps,
  { organizationId, processorId }: SubjectKey,
): Promise<SubjectSnapshot | null> {
  const { reads } = deps.uowFactory.database
  const id = z.parse(idOf('sandboxIntent'), processorId)
  const row = await findIntent(reads, { organizationId, id })
  const metadata = z.safeParse(ofIntent, row?.metadata)
  if (row === undefined || !metadata.success) return null
  const intent = intentSnapshot(deps, row)
  return { about: 'intent', organizationId, paymentId: metadata.data.payment_id, intent }
}

/** A slow refund completes when its event is processed. */
async function fetchRefund(
  { uowFactory }: SandboxDeps,
  { organizationId, processorId }: SubjectKey,
): Promise<SubjectSnapshot | null> {
  const { kysely } = uowFactory.database
  const key = { organizationId, id: z.parse(idOf('sandboxRefund'), processorId) }
  const refund = (await completeRefund(kysely, key)) ?? (await findRefund(kysely, key))
  const metadata = z.safeParse(ofRefund, refund?.metadata)
  if (refund === undefined || !metadata.success) return null
  return {
    about: 'refund',
    organizationId,
    paymentId: metadata.data.payment_id,
    refund: {
      processorId,
      refundId: metadata.data.refund_id,
      status: z.parse(RefundStatus, refund.status),
      amount: refund.amount,
      failureReason: refund.failureReason,
    },
  }
}

async function fetchDispute(
  { uowFactory }: SandboxDeps,
  { organizationId, processorId }: SubjectKey,
): Promise<SubjectSnapshot | null> {
  const id = z.parse(idOf('sandboxDispute'), processorId)
  const row = await findDispute(uowFactory.database.kysely, { organizationId, id })
  const metadata = z.safeParse(ofIntent, row?.metadata)
  if (row === undefined || !metadata.success) return null
  const isWarning = row.outcome === 'warning'
  return {
    about: 'dispute',
    organizationId,
    paymentId: metadata.data.payment_id,
    dispute: {
      processorId,
      status: isWarning ? 'warning_needs_response' : row.status,
      amount: row.amount,
      isWarning,
      reason: 'fraudulent',
      evidenceDueBy: row.decidesAt,
    },
  }
}
