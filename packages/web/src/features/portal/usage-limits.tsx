import {
  deletePortalUsageLimit,
  setPortalUsageLimit,
} from '@guildhall/contract/portal/usage-limits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type LimitDraft,
  LimitFields,
  limitSchema,
  limitValues,
  newLimitDraft,
} from '#/entities/usage-limit/limit-fields.tsx'
import { dollarsOf } from '#/lib/amount-text.ts'
import { formatMoney, formatQuantity } from '#/lib/format.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { Button } from '#/ui/button.tsx'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { useToast } from '#/ui/toast.tsx'
import {
  limitsQuery,
  type PortalLimit,
  type PortalMeter,
  type PortalSubscription,
  usePortalChange,
} from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

/** What a limit is about. */
export type LimitTarget =
  | { kind: 'meter'; id: PortalMeter['meterId']; name: string }
  | { kind: 'subscription'; id: PortalSubscription['id']; name: string; currency: string }

const isOf = ({ meterId, subscriptionId }: PortalLimit, { kind, id }: LimitTarget): boolean =>
  (kind === 'meter' ? meterId : subscriptionId) === id

function useLimits(target: LimitTarget) {
  const { api } = usePortal()
  const { data = [] } = useQuery(limitsQuery(api))
  const own = data.filter((one) => isOf(one, target))
  return {
    seller: own.find(({ setBy }) => setBy === 'seller'),
    customer: own.find(({ setBy }) => setBy === 'customer'),
  }
}

/** “At most 100 per period” for each limit. */
export function LimitTexts({ target }: { target: LimitTarget }) {
  const { seller, customer } = useLimits(target)
  return (
    <>
      {customer && <span>your limit: {valueText(customer, target)} per period</span>}
      {seller && <span>limit of the seller: {valueText(seller, target)} per period</span>}
    </>
  )
}

const valueText = ({ units, amount }: PortalLimit, target: LimitTarget): string =>
  target.kind === 'meter'
    ? formatQuantity(units ?? 0)
    : formatMoney(amount ?? 0, target.currency.toUpperCase())

/** Opens the dialog for one’s own limit. */
export function LimitButton({ target }: { target: LimitTarget }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="s" aria-label={`Limit ${target.name}…`} onClick={() => setOpen(true)}>
        Limit…
      </Button>
      {isOpen && <LimitDialog target={target} onClose={() => setOpen(false)} />}
    </>
  )
}

interface LimitDialogProps {
  target: LimitTarget
  onClose: () => void
}

function LimitDialog({ target, onClose }: LimitDialogProps) {
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
