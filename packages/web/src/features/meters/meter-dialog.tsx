import { createMeter, updateMeter } from '@guildhall/contract/metering/meters'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import type { CreationProps } from '#/lib/creation.ts'
import { useForm } from '#/lib/use-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { DraftDialog, type DraftDialogTexts } from '#/ui/draft-dialog.tsx'
import { draftOf, type MeterDraft, meterOf } from './meter-draft.ts'
import { MeterForm } from './meter-form.tsx'
import type { Meter } from './meter-queries.ts'
import { meterSchema } from './meter-schema.ts'

/** Creates a meter; open while rendered. */
export function MeterDialog({ onCreated, onClose }: CreationProps<Meter>) {
  const { id: organizationId } = useOrganization()
  const change = useChange()
  const create = async (draft: MeterDraft) => {
    const body = { organizationId, ...meterOf(draft) }
    onCreated(await change(() => api.call(createMeter, { body })))
  }
  return (
    <WithForm
      title="Create a meter"
      description="Meters measure customer usage from the events your application reports."
      submit="Create meter"
      existing={null}
      save={create}
      onClose={onClose}
    />
  )
}

interface EditMeterDialogProps {
  meter: Meter
  onSaved: (meter: Meter) => void
  onClose: () => void
}

export function EditMeterDialog({ meter, onSaved, onClose }: EditMeterDialogProps) {
  const change = useChange()
  const save = async (draft: MeterDraft) => {
    const params = { id: meter.id }
    onSaved(await change(() => api.call(updateMeter, { params, body: meterOf(draft) })))
  }
  return (
    <WithForm
      title={`Edit ${meter.name}`}
      submit="Save meter"
      existing={meter}
      save={save}
      onClose={onClose}
    />
  )
}

interface WithFormProps extends DraftDialogTexts<MeterDraft> {
  existing: Meter | null
}

function WithForm({ existing, ...texts }: WithFormProps) {
  const form = useForm<MeterDraft>({ schema: meterSchema, defaultValues: draftOf(existing) })
  return (
    <DraftDialog {...texts} form={form} fieldOf={fieldOf}>
      <MeterForm form={form} />
    </DraftDialog>
  )
}

const fieldOf = wireFields<MeterDraft>({
  name: 'name',
  filter: 'filter',
  'aggregation.func': 'func',
  'aggregation.property': 'property',
  'aggregation.uniqueProperty': 'property',
  metadata: 'metadata',
})
