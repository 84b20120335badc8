import { createMeter, updateMeter } from '@guildhall/contract/metering/meters'
import { api } from '../../lib/api.ts'
import type { CreationProps } from '../../lib/creation.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import { useChange } from '../../lib/use-change.ts'
import { useForm } from '../../lib/use-form.ts'
import { wireFields } from '../../lib/wire-fields.ts'
import { DraftDialog, type DraftDialogWords } from '../../ui/draft-dialog.tsx'
import { draftOf, type MeterDraft, meterOf } from './meter-draft.ts'
import { MeterForm } from './meter-form.tsx'
import type { Meter } from './meter-queries.ts'

/** Makes a meter; it's open as long as it's rendered. */
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
      description="It measures what customers use, from the events that your application reports."
      submit="Create meter"
      kept={null}
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
      kept={meter}
      save={save}
      onClose={onClose}
    />
  )
}

interface WithFormProps extends DraftDialogWords<MeterDraft> {
  kept: Meter | null
}

function WithForm({ kept, ...words }: WithFormProps) {
  const form = useForm<MeterDraft>({ defaultValues: draftOf(kept) })
  return (
    <DraftDialog {...words} form={form} fieldOf={fieldOf}>
      <MeterForm form={form} />
    </DraftDialog>
  )
}

const fieldOf = wireFields<MeterDraft>({
  name: 'name',
  filter: 'filter',
  'aggregation.func': 'func',
  'aggregation.property': 'property',
  metadata: 'metadata',
})
