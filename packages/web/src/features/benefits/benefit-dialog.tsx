import { createBenefit, updateBenefit } from '@guildhall/contract/benefits/benefits'
import type { ComponentType } from 'react'
import { api } from '../../lib/api.ts'
import { benefitTypeLooks } from '../../lib/benefit-types.ts'
import type { Meter } from '../../lib/choices.ts'
import type { CreationProps } from '../../lib/creation.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import { useChange } from '../../lib/use-change.ts'
import { useForm } from '../../lib/use-form.ts'
import { wireFields } from '../../lib/wire-fields.ts'
import { DraftDialog, type DraftDialogWords } from '../../ui/draft-dialog.tsx'
import { type BenefitDraft, contentOf, detailsOf, draftOf } from './benefit-draft.ts'
import { BenefitForm } from './benefit-form.tsx'
import type { Benefit } from './benefit-queries.ts'

interface WithMeters {
  /** Makes a meter on the way, for benefits that credit one. */
  MeterDialog: ComponentType<CreationProps<Meter>>
}

/** Makes a benefit of any type; it's open as long as it's rendered. */
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
      description="What customers get with each product that it’s added to."
      submit="Create benefit"
      kept={null}
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
      description={`${benefitTypeLooks[benefit.type].name}. Whoever has it sees what changes.`}
      submit="Save benefit"
      kept={benefit}
      save={save}
      onClose={onClose}
      MeterDialog={MeterDialog}
    />
  )
}

interface WithFormProps extends DraftDialogWords<BenefitDraft>, WithMeters {
  kept: Benefit | null
}

function WithForm({ kept, MeterDialog, ...words }: WithFormProps) {
  const form = useForm<BenefitDraft>({ defaultValues: draftOf(kept) })
  return (
    <DraftDialog {...words} form={form} fieldOf={fieldOf}>
      <BenefitForm form={form} isNew={kept === null} MeterDialog={MeterDialog} />
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
