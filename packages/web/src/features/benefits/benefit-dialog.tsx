import { createBenefit, updateBenefit } from '@guildhall/contract/benefits/benefits'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { benefitTypeDetails } from '#/entities/benefit/benefit-types.ts'
import type { Meter } from '#/entities/meter/meters-to-choose.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { sellerQuery } from '#/entities/organization/seller-query.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import type { CreationProps } from '#/lib/creation.ts'
import { useForm } from '#/lib/use-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { DraftDialog, type DraftDialogTexts } from '#/ui/draft-dialog.tsx'
import { type BenefitDraft, contentOf, detailsOf, draftOf } from './benefit-draft.ts'
import { BenefitForm } from './benefit-form.tsx'
import type { Benefit } from './benefit-queries.ts'
import { benefitSchema } from './benefit-schema.ts'

interface WithMeters {
  /** Creates a meter without leaving the form. */
  MeterDialog: ComponentType<CreationProps<Meter>>
}

/** Creates a benefit of any type; open while rendered. */
export function BenefitDialog(props: CreationProps<Benefit> & WithMeters) {
  const { onCreated, onClose, MeterDialog } = props
  const { id: organizationId } = useOrganization()
  const change = useChange()
  const create = async (draft: BenefitDraft) => {
    const body = { organizationId, ...detailsOf(draft), ...contentOf(draft) }
    onCreated(await change(() => api.call(createBenefit, { body })))
  }
  return (
    <WithForm
      title="Create a benefit"
      description="Customers get benefits with the products they are added to."
      submit="Create benefit"
      existing={null}
      save={create}
      onClose={onClose}
      MeterDialog={MeterDialog}
    />
  )
}

interface EditBenefitDialogProps extends WithMeters {
  benefit: Benefit
  onSaved: (benefit: Benefit) => void
  onClose: () => void
}

export function EditBenefitDialog(props: EditBenefitDialogProps) {
  const { benefit, onSaved, onClose, MeterDialog } = props
  const change = useChange()
  const save = async (draft: BenefitDraft) => {
    const params = { id: benefit.id }
    const body = { ...detailsOf(draft), ...contentOf(draft) }
    onSaved(await change(() => api.call(updateBenefit, { params, body })))
  }
  return (
    <WithForm
      title={`Edit ${benefit.description}`}
      description={`${benefitTypeDetails[benefit.type].name}. Changes are visible to customers who have it.`}
      submit="Save benefit"
      existing={benefit}
      save={save}
      onClose={onClose}
      MeterDialog={MeterDialog}
    />
  )
}

interface WithFormProps extends DraftDialogTexts<BenefitDraft>, WithMeters {
  existing: Benefit | null
}

function WithForm({ existing, MeterDialog, ...texts }: WithFormProps) {
  const { id } = useOrganization()
  const { data: seller } = useQuery(sellerQuery(id))
  const isUsageOn = seller?.featureSettings.usageBasedBillingEnabled ?? true
  const form = useForm<BenefitDraft>({
    schema: benefitSchema({ isUsageOn }),
    defaultValues: draftOf(existing),
  })
  return (
    <DraftDialog {...texts} form={form} fieldOf={fieldOf}>
      <BenefitForm form={form} isNew={existing === null} MeterDialog={MeterDialog} />
    </DraftDialog>
  )
}

const fieldOf = wireFields<BenefitDraft>({
  description: 'description',
  metadata: 'metadata',
  'properties.note': 'note',
  'properties.guild_token': 'guildToken',
  'properties.role_id': 'roleId',
  'properties.repository_owner': 'repository',
  'properties.repository_name': 'repository',
  'properties.permission': 'permission',
  'properties.files': 'files',
  'properties.archived': 'files',
  'properties.prefix': 'prefix',
  'properties.expires': 'ttl',
  'properties.activations': 'activationsMax',
  'properties.limit_usage': 'usageMax',
  'properties.units': 'units',
  'properties.meter_id': 'meterId',
})
