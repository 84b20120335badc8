import {
  type DisputeStatus,
  standingDisputeStatuses,
} from '@guildhall/contract/orders/dispute-shapes'
import { lifecycle, next } from '../../../kernel/lifecycle.ts'

/**
 * A bank decides once. A warning may become a dispute, also one that seemed to be prevented, and a
 * dispute never becomes a warning again.
 */
export const disputeLifecycle = lifecycle({
  starts: ['early_warning', 'prevented', 'needs_response', 'under_review', 'won', 'lost'],
  ends: ['won', 'lost'],
  moves: {
    early_warning: {
      prevented: 'prevented',
      needs_response: 'needs_response',
      under_review: 'under_review',
      won: 'won',
      lost: 'lost',
    },
    prevented: {
      needs_response: 'needs_response',
      under_review: 'under_review',
      won: 'won',
      lost: 'lost',
    },
    needs_response: { under_review: 'under_review', won: 'won', lost: 'lost' },
    under_review: { won: 'won', lost: 'lost' },
    won: {},
    lost: {},
  },
})

const canBecome = (from: DisputeStatus, to: DisputeStatus): boolean =>
  to !== 'early_warning' && next(disputeLifecycle, from, to) !== null

/** What a processor says about a dispute, or about the warning of one. */
export interface DisputeReport {
  readonly status: DisputeStatus
  readonly reason: string | null
  readonly evidenceDueBy: Date | null
  /** When the processor was asked; null where an older server didn’t note it. */
  readonly reportedAt: Date | null
}

/**
 * What a report changes, or null where it is repeated or outdated. Reports arrive late and out of
 * order, so a status only moves forward, and details are only taken from a later answer.
 */
export function decideReport(
  known: DisputeReport,
  reported: DisputeReport,
): Omit<DisputeReport, 'reportedAt'> | null {
  const isOutdated =
    known.reportedAt !== null &&
    (reported.reportedAt === null || reported.reportedAt < known.reportedAt)
  if (canBecome(known.status, reported.status)) {
    const details = isOutdated ? known : reported
    return {
      status: reported.status,
      reason: details.reason ?? known.reason,
      evidenceDueBy: details.evidenceDueBy ?? known.evidenceDueBy,
    }
  }
  if (isOutdated || known.status !== reported.status) return null
  const reason = reported.reason ?? known.reason
  const evidenceDueBy = reported.evidenceDueBy ?? known.evidenceDueBy
  const isSame =
    reason === known.reason && evidenceDueBy?.getTime() === known.evidenceDueBy?.getTime()
  return isSame ? null : { status: known.status, reason, evidenceDueBy }
}

/** Read from the processor’s status. An inquiry counts as a warning: no money moves. */
export function disputeStatusOf(status: string): DisputeStatus {
  switch (status) {
    case 'won':
    case 'lost':
    case 'under_review':
    case 'prevented':
      return status
    case 'warning_closed':
      return 'prevented'
    default:
      return status.startsWith('warning_') ? 'early_warning' : 'needs_response'
  }
}

/** Whether the bank has taken the money back: until it decides, and for good where it is lost. */
export const isStanding = (status: DisputeStatus): boolean =>
  standingDisputeStatuses.includes(status)

/** Whether the bank has taken the money back and hasn’t decided yet. */
export const isOpen = (status: DisputeStatus): boolean => isStanding(status) && status !== 'lost'

/** Whether the money was taken back at some time. */
export const wasTakenBack = (status: DisputeStatus): boolean =>
  status !== 'early_warning' && status !== 'prevented'
