import type { DisputeBehavior } from '@guildhall/contract/organizations/billing-settings'

interface DisputeOption {
  value: DisputeBehavior
  label: string
  hint: string
}

/** What happens to the subscription. */
export const disputeOptions: readonly DisputeOption[] = [
  {
    value: 'pause_renewals',
    label: 'Pause renewals',
    hint: 'The card isn’t charged. Benefits end with the paid period, and a won dispute restores the subscription.',
  },
  {
    value: 'keep',
    label: 'Keep it running',
    hint: 'It renews with the same card, which may be disputed again.',
  },
  {
    value: 'end',
    label: 'End the subscription',
    hint: 'Immediately and for good, even if you win the dispute. Other subscriptions with the same card are paused.',
  },
]

export const disputeBehaviorText = (behavior: DisputeBehavior): string =>
  disputeOptions.find(({ value }) => value === behavior)?.label ?? behavior
