import { createDiscount, updateDiscount } from '@guildhall/contract/catalog/discounts'
import { api } from '../../lib/api.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import { useChange } from '../../lib/use-change.ts'
import { useForm } from '../../lib/use-form.ts'
import { wireFields } from '../../lib/wire-fields.ts'
import { DraftDialog, type DraftDialogWords } from '../../ui/draft-dialog.tsx'
import { changesOf, copyOf, type DiscountDraft, draftOf, newDiscountOf } from './discount-draft.ts'
import { DiscountForm } from './discount-form.tsx'
import type { Discount } from './discount-queries.ts'

/** What every dialog about a discount is given; it's open as long as it's rendered. */
export interface DiscountDialogProps {
  discount: Discount
  /** Says what has changed, and closes. */
  onDone: (news: string) => void
  onClose: () => void
}

type CreateProps = Pick<DiscountDialogProps, 'onDone' | 'onClose'>

export function CreateDiscountDialog(props: CreateProps) {
  return <NewDialog {...props} title="Create a discount" start={draftOf(null)} />
}

export function DuplicateDiscountDialog({ discount, ...props }: DiscountDialogProps) {
  return <NewDialog {...props} title={`Duplicate ${discount.name}`} start={copyOf(discount)} />
}

interface NewDialogProps extends CreateProps {
  title: string
  start: DiscountDraft
}

function NewDialog({ onDone, ...words }: NewDialogProps) {
  const { id: organizationId } = useOrganization()
  const change = useChange()
  const create = async (draft: DiscountDraft) => {
    const body = { organizationId, ...newDiscountOf(draft) }
    const { name } = await change(() => api.call(createDiscount, { body }))
    onDone(`${name} is ready`)
  }
  return (
    <WithForm
      {...words}
      description="Less to pay, for whoever has its code or its link."
      submit="Create discount"
      kept={null}
      save={create}
    />
  )
}

export function EditDiscountDialog({ discount, onDone, onClose }: DiscountDialogProps) {
  const change = useChange()
  const save = async (draft: DiscountDraft) => {
    const params = { id: discount.id }
    const body = changesOf(discount, draft)
    const { name } = await change(() => api.call(updateDiscount, { params, body }))
    onDone(`${name} is saved`)
  }
  return (
    <WithForm
      title={`Edit ${discount.name}`}
      submit="Save discount"
      start={draftOf(discount)}
      kept={discount}
      save={save}
      onClose={onClose}
    />
  )
}

interface WithFormProps extends DraftDialogWords<DiscountDraft> {
  start: DiscountDraft
  kept: Discount | null
}

function WithForm({ start, kept, ...words }: WithFormProps) {
  const form = useForm<DiscountDraft>({ defaultValues: start })
  return (
    <DraftDialog {...words} form={form} fieldOf={fieldOf}>
      <DiscountForm form={form} kept={kept} />
    </DraftDialog>
  )
}

const fieldOf = wireFields<DiscountDraft>({
  name: 'name',
  code: 'code',
  type: 'type',
  amount: 'amount',
  basis_points: 'percent',
  duration: 'duration',
  duration_in_months: 'months',
  products: 'products',
  starts_at: 'firstDay',
  ends_at: 'lastDay',
  max_redemptions: 'redemptionsMax',
  metadata: 'metadata',
})
