import { activeSubscriptionStatuses } from '@guildhall/contract/subscriptions/subscription-statuses'
import { updateSubscription } from '@guildhall/contract/subscriptions/subscriptions'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import BadgePercent from 'lucide-react/icons/badge-percent'
import CircleX from 'lucide-react/icons/circle-x'
import Ellipsis from 'lucide-react/icons/ellipsis'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { type ComponentType, useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import { isEnding, isPaused } from '#/entities/subscription/subscription-state.ts'
import { api } from '#/lib/api.ts'
import { formatDay } from '#/lib/format.ts'
import { Button } from '#/ui/button.tsx'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { IconButton } from '#/ui/icon-button.tsx'
import { Menu, MenuItem } from '#/ui/menu.tsx'
import { useToast } from '#/ui/toast.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { ChangePlanDialog, type SubscriptionDialogProps } from './change-plan-dialog.tsx'
import { refusalMessages } from './change-refusals.ts'
import { DiscountDialog } from './discount-dialog.tsx'
import { ResumeRenewalsDialog } from './resume-renewals-dialog.tsx'
import type { Subscription } from './subscription-queries.ts'

/** The actions of a subscription; none for read-only members or ended subscriptions. */
export function SubscriptionActions({ subscription }: { subscription: Subscription }) {
  const { role } = useOrganization()
  const isOver = subscription.endedAt !== null || subscription.status === 'incomplete'
  if (!mayIn(role, 'sales', 'write') || isOver) return null
  return <Actions subscription={subscription} />
}

type Asked = ComponentType<SubscriptionDialogProps>

function Actions({ subscription }: { subscription: Subscription }) {
  const [asked, setAsked] = useState<{ Dialog: Asked } | null>(null)
  const ask = (Dialog: Asked) => setAsked({ Dialog })
  const ends = isEnding(subscription)
  const isSteady = !ends && activeSubscriptionStatuses.includes(subscription.status)
  const more = (
    <IconButton label="More actions" variant="default">
      <Ellipsis aria-hidden="true" />
    </IconButton>
  )
  return (
    <>
      {ends && (
        <Button variant="primary" onClick={() => ask(KeepDialog)}>
          <RotateCcw aria-hidden="true" /> Resume
        </Button>
      )}
      {isSteady && (
        <Button variant="primary" onClick={() => ask(ChangePlanDialog)}>
          <ArrowLeftRight aria-hidden="true" /> Change plan
        </Button>
      )}
      <Menu trigger={more} align="end">
        {isPaused(subscription) && (
          <MenuItem icon={<RotateCcw />} onSelect={() => ask(ResumeRenewalsDialog)}>
            Resume renewals…
          </MenuItem>
        )}
        {isSteady && (
          <MenuItem icon={<BadgePercent />} onSelect={() => ask(DiscountDialog)}>
            Change discount…
          </MenuItem>
        )}
        <MenuItem icon={<CircleX />} destructive onSelect={() => ask(CancelDialog)}>
          {isSteady ? 'Cancel…' : 'Cancel immediately…'}
        </MenuItem>
      </Menu>
      {asked && <asked.Dialog subscription={subscription} onClose={() => setAsked(null)} />}
    </>
  )
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
