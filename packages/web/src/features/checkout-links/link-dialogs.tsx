import { createCheckoutLink, updateCheckoutLink } from '@guildhall/contract/checkout/links'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { useForm } from '#/lib/use-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { DraftDialog, type DraftDialogTexts } from '#/ui/draft-dialog.tsx'
import { draftOf, type LinkDraft, linkOf } from './link-draft.ts'
import { LinkForm } from './link-form.tsx'
import type { CheckoutLink } from './link-queries.ts'
import { linkSchema } from './link-schema.ts'
import { linkName } from './link-text.ts'

/** The props of every dialog about a link; open while rendered. */
export interface LinkDialogProps {
  link: CheckoutLink
  /** Shows a toast, and closes. */
  onDone: (message: string) => void
  onClose: () => void
}

interface CreateProps {
  onCreated: (link: CheckoutLink) => void
  onClose: () => void
}

export function CreateLinkDialog({ onCreated, onClose }: CreateProps) {
  const { id: organizationId } = useOrganization()
  const change = useChange()
  const create = async (draft: LinkDraft) => {
    const body = { organizationId, ...linkOf(draft) }
    onCreated(await change(() => api.call(createCheckoutLink, { body })))
  }
  return (
    <WithForm
      title="Create a checkout link"
      description="A reusable URL that opens a checkout."
      submit="Create link"
      existing={null}
      save={create}
      onClose={onClose}
    />
  )
}

export function EditLinkDialog({ link, onDone, onClose }: LinkDialogProps) {
  const change = useChange()
  const save = async (draft: LinkDraft) => {
    const params = { id: link.id }
    const saved = await change(() => api.call(updateCheckoutLink, { params, body: linkOf(draft) }))
    onDone(`${linkName(saved)} saved`)
  }
  return (
    <WithForm
      title={`Edit ${linkName(link)}`}
      description="The URL stays the same. Changes apply to new checkouts."
      submit="Save link"
      existing={link}
      save={save}
      onClose={onClose}
    />
  )
}

interface WithFormProps extends DraftDialogTexts<LinkDraft> {
  existing: CheckoutLink | null
}

function WithForm({ existing, ...texts }: WithFormProps) {
  const form = useForm<LinkDraft>({ schema: linkSchema, defaultValues: draftOf(existing) })
  return (
    <DraftDialog {...texts} form={form} fieldOf={fieldOf}>
      <LinkForm form={form} existing={existing} />
    </DraftDialog>
  )
}

const fieldOf = wireFields<LinkDraft>({
  label: 'label',
  products: 'products',
  discount_id: 'discountId',
  allow_discount_codes: 'allowDiscountCodes',
  require_billing_address: 'requireBillingAddress',
  success_url: 'successUrl',
  metadata: 'metadata',
})
