import { createCustomField, updateCustomField } from '@guildhall/contract/catalog/custom-fields'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import type { CreationProps } from '#/lib/creation.ts'
import { useForm } from '#/lib/use-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { DraftDialog, type DraftDialogTexts } from '#/ui/draft-dialog.tsx'
import { type CustomFieldDraft, contentOf, detailsOf, draftOf } from './custom-field-draft.ts'
import { CustomFieldForm } from './custom-field-form.tsx'
import type { CustomField, CustomFieldType } from './custom-field-queries.ts'
import { customFieldSchema } from './custom-field-schema.ts'

/** Creates a custom field; open while rendered. */
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
      description="Ask customers for information at the checkout of the products it is added to."
      submit="Create field"
      existing={null}
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
      existing={customField}
      save={save}
      onClose={onClose}
    />
  )
}

interface WithFormProps extends DraftDialogTexts<CustomFieldDraft> {
  existing: CustomField | null
}

function WithForm({ existing, ...texts }: WithFormProps) {
  const form = useForm<CustomFieldDraft>({
    schema: customFieldSchema,
    defaultValues: draftOf(existing),
  })
  return (
    <DraftDialog {...texts} form={form} fieldOf={(path) => fieldsOf(form.getValues('type'))(path)}>
      <CustomFieldForm form={form} existing={existing} />
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
