import { createSavedView, deleteSavedView, updateSavedView } from '@guildhall/contract/lists/lists'
import type { BodyInput } from '@guildhall/contract/operation'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { NameDialog } from '#/ui/name-dialog.tsx'
import { useToast } from '#/ui/toast.tsx'
import type { SavedView } from './list-settings.ts'

interface SaveViewDialogProps {
  content: Pick<BodyInput<typeof createSavedView>, 'list' | 'query' | 'columns'>
  onSaved: (view: SavedView) => void
  onClose: () => void
}

export function SaveViewDialog({ content, onSaved, onClose }: SaveViewDialogProps) {
  const { id: organizationId } = useOrganization()
  const change = useChange()
  const save = async (name: string) => {
    const body = { organizationId, name, ...content }
    onSaved(await change(() => api.call(createSavedView, { body })))
  }
  return (
    <NameDialog
      title="Save this view"
      description="Keeps the search, filters, sorting and columns under a name. Only you see it."
      submit="Save view"
      schema={createSavedView.body.shape.name}
      before=""
      save={save}
      onClose={onClose}
    />
  )
}

interface ViewDialogProps {
  view: SavedView
  onClose: () => void
}

export function RenameViewDialog({ view: { id, name }, onClose }: ViewDialogProps) {
  const change = useChange()
  const rename = async (next: string) => {
    if (next !== name) {
      await change(() => api.call(updateSavedView, { params: { id }, body: { name: next } }))
    }
    onClose()
  }
  return (
    <NameDialog
      title={`Rename ${name}`}
      submit="Rename"
      schema={createSavedView.body.shape.name}
      before={name}
      save={rename}
      onClose={onClose}
    />
  )
}

interface DeleteViewDialogProps extends ViewDialogProps {
  onDeleted: () => void
}

export function DeleteViewDialog({ view, onDeleted, onClose }: DeleteViewDialogProps) {
  const { id, name } = view
  const change = useChange()
  const toast = useToast()
  const remove = async () => {
    await change(() => api.call(deleteSavedView, { params: { id } }))
    toast({ title: `${name} deleted` })
    onDeleted()
  }
  return (
    <ConfirmDialog
      open
      destructive
      title={`Delete the view ${name}?`}
      effects={['What it shows stays as it is.', 'This can’t be undone.']}
      confirm="Delete view"
      messages={{ ResourceNotFound: 'This view was already deleted.' }}
      onConfirm={remove}
      onOpenChange={onClose}
    />
  )
}
