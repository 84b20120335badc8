import { fileName } from '@guildhall/contract/files/file-name'
import { updateFile } from '@guildhall/contract/files/files'
import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import Pencil from 'lucide-react/icons/pencil'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { api } from '#/lib/api.ts'
import { text } from '#/lib/form-schema.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { Field } from '#/ui/field.tsx'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { MenuSeparator } from '#/ui/menu.tsx'
import { RowAction, RowMenu } from '#/ui/row-menu.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import type { FileRow } from './benefit-draft.ts'
import type { OfferedFile } from './benefit-queries.ts'

interface FileMenuProps {
  row: FileRow
  /** Undefined while only its id is known. */
  file: OfferedFile | undefined
  onRenamed: (file: OfferedFile) => void
  onArchive: (isArchived: boolean) => void
  onRemove: () => void
}

/** The actions on a downloadable file. */
export function FileMenu({ row, file, onRenamed, onArchive, onRemove }: FileMenuProps) {
  const [isRenaming, setRenaming] = useState(false)
  return (
    <>
      <RowMenu of={file?.name ?? 'this file'}>
        {file && (
          <RowAction icon={<Pencil />} onSelect={() => setRenaming(true)}>
            Rename…
          </RowAction>
        )}
        {row.isArchived ? (
          <RowAction icon={<ArchiveRestore />} onSelect={() => onArchive(false)}>
            Unarchive
          </RowAction>
        ) : (
          <RowAction icon={<Archive />} onSelect={() => onArchive(true)}>
            Archive
          </RowAction>
        )}
        <MenuSeparator />
        <RowAction icon={<X />} destructive onSelect={onRemove}>
          Remove
        </RowAction>
      </RowMenu>
      {isRenaming && file && (
        <RenameDialog
          file={file}
          onClose={() => setRenaming(false)}
          onRenamed={(renamed) => {
            onRenamed(renamed)
            setRenaming(false)
          }}
        />
      )}
    </>
  )
}

interface RenameDialogProps {
  file: OfferedFile
  onRenamed: (file: OfferedFile) => void
  onClose: () => void
}

function RenameDialog({ file, onRenamed, onClose }: RenameDialogProps) {
  const form = useForm({
    schema: { name: text(fileName, { empty: 'Enter a name.' }) },
    defaultValues: { name: file.name },
  })
  const { errors, isSubmitting } = form.formState
  const rename = async ({ name }: { name: string }) => {
    onRenamed(await api.call(updateFile, { params: { id: file.id }, body: { name: name.trim() } }))
  }
  return (
    <FormDialog
      title={`Rename ${file.name}`}
      description="Customers see the new name immediately."
      submit="Rename"
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, rename, {}, fieldOf)}
      onClose={onClose}
    >
      <Field label="Name" error={errors.name?.message}>
        <TextInput autoComplete="off" spellCheck={false} {...form.register('name')} />
      </Field>
    </FormDialog>
  )
}

const fieldOf = wireFields<{ name: string }>({ name: 'name' })
