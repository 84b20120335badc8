import Upload from 'lucide-react/icons/upload'
import { useState } from 'react'
import { FileButton } from '#/ui/file-button.tsx'
import { CropDialog } from './crop-dialog.tsx'
import { openPicture } from './draw-picture.ts'

interface PictureUploadProps {
  /** The title of the dialog. */
  title: string
  round?: boolean
  /** Receives a square PNG or JPEG in base 64. */
  onSave: (picture: string) => Promise<void>
  /** The chosen file can’t be used. */
  onFailure: (message: string) => void
}

/** A button that opens an image, and a dialog that crops it. */
export function PictureUpload({ onFailure, ...dialog }: PictureUploadProps) {
  const [bitmap, setBitmap] = useState<ImageBitmap | null>(null)
  const open = async (file: File) => {
    const opened = await openPicture(file)
    if (typeof opened === 'string') onFailure(opened)
    else setBitmap(opened)
  }
  return (
    <>
      <FileButton accept="image/*" className="h-9" onFiles={([file]) => file && void open(file)}>
        <Upload aria-hidden="true" /> Upload…
      </FileButton>
      {bitmap && <CropDialog {...dialog} bitmap={bitmap} onClose={() => setBitmap(null)} />}
    </>
  )
}
