import { activeSubscriptionStatuses } from '@guildhall/contract/subscriptions/subscription-statuses'
import { updateSubscription } from '@guildhall/contract/subscriptions/subscriptions'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import BadgePercent from 'lucide-react/icons/badge-percent'
import CircleX from 'lucide-react/icons/circle-x'
import Ellipsis from 'lucide-react/icons/ellipsis'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { type ComponentType, type ReactElement, useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import { useObjectActions } from '#/entities/organization/use-object-actions.tsx'
import { isEnding, isPaused } from '#/entities/subscription/subscription-state.ts'
import { api } from '#/lib/api.ts'
import { formatDay } from '#/lib/format.ts'
import { ActionButton, ActionItems } from '#/ui/action-controls.tsx'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { IconButton } from '#/ui/icon-button.tsx'
import { Menu } from '#/ui/menu.tsx'
import type { PageAction } from '#/ui/page-actions.ts'
import { useToast } from '#/ui/toast.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { ChangePlanDialog, type SubscriptionDialogProps } from './change-plan-dialog.tsx'
import { refusalMessages } from './change-refusals.ts'
import { DiscountDialog } from './discount-dialog.tsx'
import { ResumeRenewalsDialog } from './resume-renewals-dialog.tsx'
import type { Subscription } from './subscription-queries.ts'

type Asked = ComponentType<SubscriptionDialogProps>

/** The actions of a subscription; none for read-only members or ended subscriptions. */
export function SubscriptionActions({ subscription }: { subscription: Subscription }) {
  const { role } = useOrganization()
  const [asked, setAsked] = useState<{ Dialog: Asked } | null>(null)
  const { id, customerId } = subscription
  const isOver = subscription.endedAt !== null || subscription.status === 'incomplete'
  const can = mayIn(role, 'sales', 'write') && !isOver
  const { main, further } = can
    ? actionsOn(subscription, (Dialog) => setAsked({ Dialog }))
    : nothing
  useObjectActions({ type: 'subscription', id, customerId }, [...main, ...further])
  if (!can) return null
  const more = (
    <IconButton label="More actions" variant="default">
      <Ellipsis aria-hidden="true" />
    </IconButton>
  )
  return (
    <>
      {main.map((action) => (
        <ActionButton key={action.label} variant="primary" action={action} />
      ))}
      <Menu trigger={more} align="end">
        <ActionItems actions={further} />
      </Menu>
      {asked && <asked.Dialog subscription={subscription} onClose={() => setAsked(null)} />}
    </>
  )
}

interface Offered {
  main: readonly PageAction[]
  /** In the menu. */
  further: readonly PageAction[]
}

const nothing: Offered = { main: [], further: [] }

function actionsOn(subscription: Subscription, ask: (Dialog: Asked) => void): Offered {
  const ends = isEnding(subscription)
  const isSteady = !ends && activeSubscriptionStatuses.includes(subscription.status)
  const action = (label: string, icon: ReactElement, Dialog: Asked): PageAction => ({
    label,
    asks: true,
    icon,
    run: () => ask(Dialog),
  })
  const cancel = isSteady ? 'Cancel' : 'Cancel immediately'
  return {
    main: [
      ...(ends ? [action('Resume', <RotateCcw aria-hidden="true" />, KeepDialog)] : []),
      ...(isSteady
        ? [action('Change plan', <ArrowLeftRight aria-hidden="true" />, ChangePlanDialog)]
        : []),
    ],
    further: [
      ...(isPaused(subscription)
        ? [action('Resume renewals', <RotateCcw />, ResumeRenewalsDialog)]
        : []),
      ...(isSteady ? [action('Change discount', <BadgePercent />, DiscountDialog)] : []),
      { ...action(cancel, <CircleX />, CancelDialog), destructive: true },
    ],
  }
}

/** Reverts a cancellation before the period ends. */
function KeepDialog({ subscription, onClose }: SubscriptionDialogProps) {
  const change = useChange()
  const toast = useToast()
  const { id, currentPeriodEnd, renewalsPausedAt } = subscription
  const keep = async () => {
    const body = { cancelAtPeriodEnd: false }
    await change(() => api.call(updateSubscription, { params: { id }, body }))
    toast({ title: 'Subscription resumed' })
  }
  return (
    <ConfirmDialog
      open
      title="Resume subscription?"
      effects={[
        renewalsPausedAt !== null
          ? 'It renews once renewals are no longer paused: a payment is disputed.'
          : currentPeriodEnd === null
            ? 'It renews as before.'
            : `It renews on ${formatDay(currentPeriodEnd)}, and the card is charged on that day.`,
        'The cancellation reason is deleted.',
      ]}
      confirm="Resume"
      messages={refusalMessages}
      onConfirm={keep}
      onOpenChange={onClose}
    />
  )
}
