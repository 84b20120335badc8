import { updateSubscription } from '@guildhall/contract/subscriptions/subscriptions'
import { Controller, useWatch } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import { formatDay } from '../../lib/format.ts'
import { sendOrExplain } from '../../lib/send-form.ts'
import { useChange } from '../../lib/use-change.ts'
import { useForm } from '../../lib/use-form.ts'
import { wireFields } from '../../lib/wire-fields.ts'
import { Banner } from '../../ui/banner.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { useToast } from '../../ui/toast.tsx'
import { type CancellationReason, noReason, reasonOptions } from './cancellation-words.ts'
import type { SubscriptionDialogProps } from './change-plan-dialog.tsx'
import { changeExplanations } from './change-refusals.ts'
import type { Subscription } from './subscription-queries.ts'
import { isEnding } from './subscription-state.ts'

type End = 'period' | 'now'

interface CancelWish {
  end: End
  reason: CancellationReason | typeof noReason
  comment: string
}

/** When it ends, and why, as far as somebody said. */
export function CancelDialog({ subscription, onClose }: SubscriptionDialogProps) {
  const mayWait = canWait(subscription)
  const form = useForm<CancelWish>({
    defaultValues: {
      end: mayWait ? 'period' : 'now',
      reason: subscription.customerCancellationReason ?? noReason,
      comment: subscription.customerCancellationComment ?? '',
    },
  })
  const { errors, isSubmitting, isDirty } = form.formState
  const end = useWatch({ control: form.control, name: 'end' })
  const send = useCanceling(subscription, onClose)
  return (
    <FormDialog
      destructive
      title={mayWait ? 'Cancel this subscription' : 'End this subscription now'}
      submit={end === 'now' ? 'End it now' : 'Cancel the subscription'}
      dismiss="Keep as it is"
      isBusy={isSubmitting}
      isUnsaved={isDirty && !isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, send, changeExplanations, cancelField)}
      onClose={onClose}
    >
      {mayWait ? (
        <Controller
          name="end"
          control={form.control}
          render={({ field }) => (
            <RadioGroup
              boxed
              legend="When it ends"
              options={endsOf(subscription)}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
            />
          )}
        />
      ) : (
        <Banner tone="warn">{nowWords}</Banner>
      )}
      <Controller
        name="reason"
        control={form.control}
        render={({ field }) => (
          <Field label="Why the customer leaves" error={errors.reason?.message}>
            <Select options={reasonOptions} value={field.value} onChange={field.onChange} />
          </Field>
        )}
      />
      <Field
        label="What they said"
        optional
        hint="For you and your team."
        error={errors.comment?.message}
      >
        <Textarea
          {...form.register('comment', {
            maxLength: { value: commentLengthMax, message: 'Use at most 5,000 characters.' },
          })}
        />
      </Field>
    </FormDialog>
  )
}

const commentLengthMax = 5000

/** What is overdue is collected no longer, and what ends already can only end sooner. */
const canWait = (subscription: Subscription): boolean =>
  !isEnding(subscription) && ['active', 'trialing'].includes(subscription.status)

const nowWords =
  'What the customer gets ends at once. Nothing more is charged, and nothing is paid back by ' +
  'itself: a refund is made on the order.'

function endsOf({ currentPeriodEnd, status }: Subscription) {
  const day = currentPeriodEnd === null ? 'its end' : formatDay(currentPeriodEnd)
  return [
    {
      value: 'period' as const,
      label: status === 'trialing' ? 'With the trial' : 'At the end of the period',
      hint: `It goes on until ${day}, and isn’t charged again. Until then you can take it back.`,
    },
    { value: 'now' as const, label: 'Now', hint: nowWords },
  ]
}

function useCanceling({ id }: Subscription, onDone: () => void) {
  const change = useChange()
  const toast = useToast()
  return async ({ end, reason, comment }: CancelWish) => {
    const why = {
      customerCancellationReason: reason === noReason ? null : reason,
      customerCancellationComment: comment.trim() === '' ? null : comment,
    }
    const body =
      end === 'now' ? { revoke: true as const, ...why } : { cancelAtPeriodEnd: true, ...why }
    const { endsAt } = await change(() => api.call(updateSubscription, { params: { id }, body }))
    toast(
      end === 'now' || endsAt === null
        ? { title: 'The subscription has ended' }
        : { title: `The subscription ends on ${formatDay(endsAt)}` },
    )
    onDone()
  }
}

const cancelField = wireFields<CancelWish>({
  customer_cancellation_reason: 'reason',
  customer_cancellation_comment: 'comment',
})
