import { updateSubscription } from '@guildhall/contract/subscriptions/subscriptions'
import { customerName } from '#/entities/customer/customer-name.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import { cancelManyText } from '#/entities/subscription/ending-text.ts'
import { isEnding } from '#/entities/subscription/subscription-state.ts'
import { api } from '#/lib/api.ts'
import { formatCount } from '#/lib/format.ts'
import type { ManyAct } from '#/ui/many-dialog.tsx'
import type { Selection } from '#/ui/selection-bar.tsx'
import { refusalMessages } from './change-refusals.ts'
import type { Subscription } from './subscription-queries.ts'

/** What can be done with several subscriptions at once; nothing for read-only members. */
export function useSubscriptionSelection(): Selection<Subscription> | undefined {
  const { role } = useOrganization()
  const change = useChange()
  if (!mayIn(role, 'sales', 'write')) return undefined
  return {
    nameOf: ({ customer, product }) => `${customerName(customer)}, ${product.name}`,
    acts: [cancelAct, resumeAct],
    change,
  }
}

const counted = (count: number) =>
  count === 1 ? '1 subscription' : `${formatCount(count)} subscriptions`

const withCancelAtPeriodEnd =
  (cancelAtPeriodEnd: boolean) =>
  ({ id }: Subscription) =>
    api.call(updateSubscription, { params: { id }, body: { cancelAtPeriodEnd } })

const cancelAct: ManyAct<Subscription> = {
  label: 'Cancel',
  destructive: true,
  isPossible: (one) => !isEnding(one) && ['active', 'trialing'].includes(one.status),
  title: (count) => `Cancel ${counted(count)}?`,
  effects: [cancelManyText, 'You can undo this until then.'],
  run: withCancelAtPeriodEnd(true),
  done: (count) => `${counted(count)} canceled`,
  messages: refusalMessages,
}

const resumeAct: ManyAct<Subscription> = {
  label: 'Resume',
  isPossible: isEnding,
  title: (count) => `Resume ${counted(count)}?`,
  effects: [
    'Each renews at the end of its period, and the card is charged on that day.',
    'Their cancellation reasons are deleted.',
  ],
  run: withCancelAtPeriodEnd(false),
  done: (count) => `${counted(count)} resumed`,
  messages: refusalMessages,
}
