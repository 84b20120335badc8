import { createCheckoutLink, updateCheckoutLink } from '@guildhall/contract/checkout/links'
import { api } from '../../lib/api.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import { useChange } from '../../lib/use-change.ts'
import { useForm } from '../../lib/use-form.ts'
import { wireFields } from '../../lib/wire-fields.ts'
import { DraftDialog, type DraftDialogWords } from '../../ui/draft-dialog.tsx'
import { draftOf, type LinkDraft, linkOf } from './link-draft.ts'
import { LinkForm } from './link-form.tsx'
import type { CheckoutLink } from './link-queries.ts'
import { linkName } from './link-words.ts'

/** What every dialog about a link is given; it's open as long as it's rendered. */
export interface LinkDialogProps {
  link: CheckoutLink
  /** Says what has changed, and closes. */
  onDone: (news: string) => void
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
      description="An address that opens a checkout for whoever follows it, as often as they like."
      submit="Create link"
      kept={null}
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
    onDone(`${linkName(saved)} is saved`)
  }
  return (
    <WithForm
      title={`Edit ${linkName(link)}`}
      description="The address stays. What you change holds for whoever follows it from now on."
      submit="Save link"
      kept={link}
      save={save}
      onClose={onClose}
    />
  )
}

interface WithFormProps extends DraftDialogWords<LinkDraft> {
  kept: CheckoutLink | null
}

function WithForm({ kept, ...words }: WithFormProps) {
  const form = useForm<LinkDraft>({ defaultValues: draftOf(kept) })
  return (
    <DraftDialog {...words} form={form} fieldOf={fieldOf}>
      <LinkForm form={form} kept={kept} />
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
