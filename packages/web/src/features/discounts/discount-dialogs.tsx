import { createDiscount, updateDiscount } from '@guildhall/contract/catalog/discounts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { useForm } from '#/lib/use-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { DraftDialog, type DraftDialogTexts } from '#/ui/draft-dialog.tsx'
import { changesOf, copyOf, type DiscountDraft, draftOf, newDiscountOf } from './discount-draft.ts'
import { DiscountForm } from './discount-form.tsx'
import type { Discount } from './discount-queries.ts'
import { discountSchema } from './discount-schema.ts'

/** The props of every dialog about a discount; open while rendered. */
export interface DiscountDialogProps {
  discount: Discount
  /** Shows a toast, and closes. */
  onDone: (message: string) => void
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

function NewDialog({ onDone, ...texts }: NewDialogProps) {
  const { id: organizationId } = useOrganization()
  const change = useChange()
  const create = async (draft: DiscountDraft) => {
    const body = { organizationId, ...newDiscountOf(draft) }
    const { name } = await change(() => api.call(createDiscount, { body }))
    onDone(`${name} created`)
  }
  return (
    <WithForm
      {...texts}
      description="Reduce the price for customers with a code or link."
      submit="Create discount"
      existing={null}
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
    onDone(`${name} saved`)
  }
  return (
    <WithForm
      title={`Edit ${discount.name}`}
      submit="Save discount"
      start={draftOf(discount)}
      existing={discount}
      save={save}
      onClose={onClose}
    />
  )
}

interface WithFormProps extends DraftDialogTexts<DiscountDraft> {
  start: DiscountDraft
  existing: Discount | null
}

function WithForm({ start, existing, ...texts }: WithFormProps) {
  const form = useForm<DiscountDraft>({ schema: discountSchema, defaultValues: start })
  return (
    <DraftDialog {...texts} form={form} fieldOf={fieldOf}>
      <DiscountForm form={form} existing={existing} />
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
