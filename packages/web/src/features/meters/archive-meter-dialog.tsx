import { updateMeter } from '@guildhall/contract/metering/meters'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { useToast } from '#/ui/toast.tsx'
import type { Meter } from './meter-queries.ts'

interface ArchiveMeterDialogProps {
  meter: Meter
  onClose: () => void
}

/** Archives or unarchives a meter. */
export function ArchiveMeterDialog({ meter, onClose }: ArchiveMeterDialogProps) {
  const { id, name, isArchived } = meter
  const change = useChange()
  const toast = useToast()
  const save = async () => {
    const body = { isArchived: !isArchived }
    await change(() => api.call(updateMeter, { params: { id }, body }))
    toast({ title: isArchived ? `${name} unarchived` : `${name} archived` })
  }
  return (
    <ConfirmDialog
      open
      title={`${isArchived ? 'Unarchive' : 'Archive'} ${name}?`}
      effects={isArchived ? effectsOfReturn : effectsOfArchiving}
      confirm={isArchived ? 'Unarchive' : 'Archive'}
      onConfirm={save}
      onOpenChange={onClose}
    />
  )
}

const effectsOfArchiving = [
  'New prices and benefits can’t use it.',
  'It goes on counting, and products and benefits that use it keep it.',
  'You can unarchive it at any time.',
]

const effectsOfReturn = ['New prices and benefits can use it again.']
