import {
  deletePortalUsageLimit,
  setPortalUsageLimit,
} from '@guildhall/contract/portal/usage-limits'
import {
  type LimitDraft,
  LimitFields,
  limitSchema,
  limitValues,
  newLimitDraft,
} from '#/entities/usage-limit/limit-fields.tsx'
import { dollarsOf } from '#/lib/amount-text.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { Button } from '#/ui/button.tsx'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { useToast } from '#/ui/toast.tsx'
import { type LimitTarget, useLimits } from './limit-target.ts'
import { type PortalLimit, usePortalChange } from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

interface LimitDialogProps {
  target: LimitTarget
  onClose: () => void
}

export function LimitDialog({ target, onClose }: LimitDialogProps) {
  const { customer } = useLimits(target)
  const isMoney = target.kind === 'subscription'
  const form = useForm<LimitDraft>({
    schema: limitSchema(isMoney),
    defaultValues: customer === undefined ? newLimitDraft : draftOf(customer),
  })
  const { errors, isSubmitting, isDirty } = form.formState
  const send = useSetting(target, onClose)
  const remove = useRemoving(customer, onClose)
  return (
    <FormDialog
      title={isMoney ? `Limit spending on ${target.name}` : `Limit ${target.name}`}
      description={descriptions[target.kind]}
      submit="Set limit"
      isBusy={isSubmitting}
      isUnsaved={isDirty && !isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, send, {}, limitField)}
      onClose={onClose}
    >
      <LimitFields form={form} currency={isMoney ? target.currency : null} />
      {customer && (
        <Button size="s" onClick={remove} disabled={isSubmitting}>
          Remove my limit
        </Button>
      )}
    </FormDialog>
  )
}

const descriptions = {
  meter: 'For each period. It can’t be higher than what the seller allows.',
  subscription: 'What usage may cost in each period, in addition to the price of the plan.',
} as const

const draftOf = ({ units, amount, isHard, thresholds }: PortalLimit): LimitDraft => ({
  target: null,
  value: amount === null ? String(units) : dollarsOf(amount),
  effect: isHard ? 'refuse' : 'notify',
  thresholds: thresholds.join(', '),
})

const limitField = wireFields<LimitDraft>({
  units: 'value',
  amount: 'value',
  thresholds: 'thresholds',
})

function useSetting(target: LimitTarget, onDone: () => void) {
  const { api } = usePortal()
  const change = usePortalChange()
  const toast = useToast()
  return async (draft: LimitDraft) => {
    const isMoney = target.kind === 'subscription'
    const of = isMoney ? { subscriptionId: target.id } : { meterId: target.id }
    const body = { ...of, ...limitValues(draft, isMoney) }
    await change(() => api.call(setPortalUsageLimit, { body }))
    toast({ title: 'Your limit was set' })
    onDone()
  }
}

function useRemoving(limit: PortalLimit | undefined, onDone: () => void) {
  const { api } = usePortal()
  const change = usePortalChange()
  const toast = useToast()
  return async () => {
    if (limit === undefined) return
    await change(() => api.call(deletePortalUsageLimit, { params: { id: limit.id } }))
    toast({ title: 'Your limit was removed' })
    onDone()
  }
}
