import { productMediaBytesMax } from '@guildhall/contract/files/files'
import ImagePlus from 'lucide-react/icons/image-plus'
import { type DragEvent, useEffect, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { pictureMistake, pictureTypes } from '#/entities/file/picture-rules.ts'
import { uploadFile } from '#/entities/file/upload-file.ts'
import { UploadRows } from '#/entities/file/upload-rows.tsx'
import { useUploads } from '#/entities/file/use-uploads.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { moved } from '#/lib/moved.ts'
import { Card } from '#/ui/card.tsx'
import { classNames } from '#/ui/class-names.ts'
import { FieldError } from '#/ui/field.tsx'
import { FileButton } from '#/ui/file-button.tsx'
import { RemoveButton } from '#/ui/remove-button.tsx'
import { SortableList } from '#/ui/sortable-list.tsx'
import { type Media, mediaOf, type ProductForm } from './product-form.ts'

interface MediaCardProps {
  form: UseFormReturn<ProductForm>
  onBusyChange: (isBusy: boolean) => void
}

/** The images of a product in order; lists show the first. */
export function MediaCard({ form, onBusyChange }: MediaCardProps) {
  const medias = useWatch({ control: form.control, name: 'medias' })
  const change = (next: Media[]) => form.setValue('medias', next, { shouldDirty: true })
  const { uploads, isBusy, add, retry, drop } = usePictures((media) =>
    change([...form.getValues('medias'), media]),
  )
  const { isOver, dropProps } = useFileDrop(add)
  useEffect(() => onBusyChange(isBusy), [isBusy, onBusyChange])
  return (
    <Card
      title="Media"
      description="Images shown to customers. The first one is the product image."
    >
      <div
        {...dropProps}
        className={classNames(
          'grid grid-cols-1 gap-3 rounded-m',
          isOver && 'outline-2 outline-offset-6 outline-accent outline-dashed',
        )}
      >
        {medias.length > 0 && (
          <SortableList
            label="Pictures"
            items={medias}
            idOf={({ id }) => id}
            nameOf={({ name }) => name}
            onMove={(from, to) => change(moved(medias, from, to))}
            actions={(media) => (
              <RemoveButton
                size="s"
                label={`Remove ${media.name}`}
                onRemove={() => change(medias.filter(({ id }) => id !== media.id))}
              />
            )}
          >
            {({ name, publicUrl }) => (
              <span className="flex items-center gap-3">
                <img src={publicUrl} alt="" className={thumbClasses} />
                <span className="min-w-0 truncate">{name}</span>
              </span>
            )}
          </SortableList>
        )}
        <UploadRows uploads={uploads} onRetry={retry} onDrop={drop} />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <FileButton multiple size="s" accept={pictureTypes} onFiles={add}>
            <ImagePlus aria-hidden="true" /> Add pictures
          </FileButton>
          <span className="text-xs text-ink-3 pointer-coarse:hidden">or drop them here</span>
        </div>
      </div>
      <FieldError id="media-error">{form.formState.errors.medias?.message}</FieldError>
    </Card>
  )
}

const mistakeOf = (file: File) => pictureMistake(file, productMediaBytesMax)

function usePictures(onUploaded: (media: Media) => void) {
  const { id: organizationId } = useOrganization()
  return useUploads({
    mistake: mistakeOf,
    send: (file, how) => uploadFile({ file, service: 'product_media', organizationId, ...how }),
    onUploaded: (file) => file.service === 'product_media' && onUploaded(mediaOf(file)),
  })
}

/** Files dragged from outside the page. */
function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false)
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  const dropProps = {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (!hasFiles(event)) return
      event.preventDefault()
      onFiles([...event.dataTransfer.files])
    },
  }
  return { isOver, dropProps }
}

const thumbClasses = 'size-10 shrink-0 rounded-s border bg-sunken object-cover'
