import { createTaxRegistration, updateTaxRegistration } from '@guildhall/contract/tax/registrations'
import { taxRegistrationInput } from '@guildhall/contract/tax/shapes'
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { placeName } from '#/entities/address/place-name.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { type FieldSchemas, present, rule, text } from '#/lib/form-schema.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { useUnsaved } from '#/ui/unsaved-changes.tsx'
import { RegistrationFields } from './registration-fields.tsx'
import { changesOf, draftOf, newRegistrationOf, type TaxDraft } from './tax-draft.ts'
import type { TaxRegistration } from './tax-queries.ts'

interface DialogProps {
  onSaved: (registration: TaxRegistration) => void
  onClose: () => void
}

/** Creates a tax registration; open while rendered. */
export function NewRegistrationDialog({ onSaved, onClose }: DialogProps) {
  const { id: organizationId } = useOrganization()
  const change = useChange()
  const form = useForm<TaxDraft>({ schema: newTaxSchema, defaultValues: draftOf(null) })
  const create = async (draft: TaxDraft) => {
    const { country } = draft
    if (country === null) return
    const body = { organizationId, country, ...newRegistrationOf(country, draft) }
    onSaved(await change(() => api.call(createTaxRegistration, { body })))
  }
  return (
    <WithForm
      form={form}
      isNew
      title="Add tax registration"
      description="Add only places where you are registered with the tax authority."
      submit="Add registration"
      save={create}
      onClose={onClose}
    />
  )
}

interface EditRegistrationDialogProps extends DialogProps {
  registration: TaxRegistration
}

export function EditRegistrationDialog(props: EditRegistrationDialogProps) {
  const { registration, onSaved, onClose } = props
  const change = useChange()
  const form = useForm<TaxDraft>({
    schema: keptTaxSchema,
    defaultValues: draftOf(registration),
  })
  const save = async (draft: TaxDraft) => {
    const params = { id: registration.id }
    const body = changesOf(draft, registration)
    onSaved(await change(() => api.call(updateTaxRegistration, { params, body })))
  }
  return (
    <WithForm
      form={form}
      title={`Edit ${placeName(registration)}`}
      description="Existing orders are not affected."
      submit="Save"
      save={save}
      onClose={onClose}
    />
  )
}

interface WithFormProps {
  form: UseFormReturn<TaxDraft>
  isNew?: boolean
  title: string
  description: ReactNode
  submit: string
  save: (draft: TaxDraft) => Promise<void>
  onClose: () => void
}

function WithForm({ form, isNew = false, save, ...texts }: WithFormProps) {
  const { errors, isSubmitting, isDirty } = form.formState
  useUnsaved(isDirty)
  return (
    <FormDialog
      {...texts}
      isBusy={isSubmitting}
      isUnsaved={isDirty}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, save, {}, fieldOf)}
    >
      <RegistrationFields form={form} isNew={isNew} />
    </FormDialog>
  )
}

const fieldOf = wireFields<TaxDraft>({
  country: 'country',
  state: 'state',
  scheme: 'scheme',
  tax_number: 'taxNumber',
  collects_since: 'firstDay',
})

const { taxNumber } = taxRegistrationInput.shape

const newTaxSchema = ({ country }: TaxDraft): FieldSchemas<TaxDraft> => ({
  country: present('Choose a country.'),
  state: rule<string>((state) => (country === 'US' && state === '' ? 'Choose a state.' : null)),
  taxNumber: text(taxNumber),
})

const keptTaxSchema: FieldSchemas<TaxDraft> = {
  taxNumber: text(taxNumber),
  firstDay: present('Enter a day.'),
}
