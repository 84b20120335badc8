import { createCustomField, updateCustomField } from '@guildhall/contract/catalog/custom-fields'
import { api } from '../../lib/api.ts'
import type { CreationProps } from '../../lib/creation.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import { useChange } from '../../lib/use-change.ts'
import { useForm } from '../../lib/use-form.ts'
import { wireFields } from '../../lib/wire-fields.ts'
import { DraftDialog, type DraftDialogWords } from '../../ui/draft-dialog.tsx'
import { type CustomFieldDraft, contentOf, detailsOf, draftOf } from './custom-field-draft.ts'
import { CustomFieldForm } from './custom-field-form.tsx'
import type { CustomField, CustomFieldType } from './custom-field-queries.ts'

/** Makes something to ask buyers; it's open as long as it's rendered. */
export function CustomFieldDialog({ onCreated, onClose }: CreationProps<CustomField>) {
  const { id: organizationId } = useOrganization()
  const change = useChange()
  const create = async (draft: CustomFieldDraft) => {
    const body = { organizationId, ...detailsOf(draft), ...contentOf(draft) }
    onCreated(await change(() => api.call(createCustomField, { body })))
  }
  return (
    <WithForm
      title="Create a custom field"
      description="Something to ask buyers, on each product that it’s added to."
      submit="Create field"
      kept={null}
      save={create}
      onClose={onClose}
    />
  )
}

interface EditCustomFieldDialogProps {
  customField: CustomField
  onSaved: (customField: CustomField) => void
  onClose: () => void
}

export function EditCustomFieldDialog(props: EditCustomFieldDialogProps) {
  const { customField, onSaved, onClose } = props
  const change = useChange()
  const save = async (draft: CustomFieldDraft) => {
    const params = { id: customField.id }
    const body = { ...detailsOf(draft), ...contentOf(draft) }
    onSaved(await change(() => api.call(updateCustomField, { params, body })))
  }
  return (
    <WithForm
      title={`Edit ${customField.name}`}
      submit="Save field"
      kept={customField}
      save={save}
      onClose={onClose}
    />
  )
}

interface WithFormProps extends DraftDialogWords<CustomFieldDraft> {
  kept: CustomField | null
}

function WithForm({ kept, ...words }: WithFormProps) {
  const form = useForm<CustomFieldDraft>({ defaultValues: draftOf(kept) })
  return (
    <DraftDialog {...words} form={form} fieldOf={(path) => fieldsOf(form.getValues('type'))(path)}>
      <CustomFieldForm form={form} kept={kept} />
    </DraftDialog>
  )
}

const fieldsOf = (type: CustomFieldType) => {
  const isDate = type === 'date'
  return wireFields<CustomFieldDraft>({
    type: 'type',
    name: 'name',
    slug: 'slug',
    metadata: 'metadata',
    'properties.form_label': 'label',
    'properties.form_help_text': 'help',
    'properties.form_placeholder': 'placeholder',
    'properties.min_length': 'lengthMin',
    'properties.max_length': 'lengthMax',
    'properties.ge': isDate ? 'dayMin' : 'numberMin',
    'properties.le': isDate ? 'dayMax' : 'numberMax',
    'properties.options': 'options',
  })
}
