import { type FormEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { failureMessage } from '#/lib/failure-message.ts'
import { classNames } from '#/ui/class-names.ts'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { Slider } from '#/ui/slider.tsx'
import { type Crop, centered, dragged, squareOf, zoomMax } from './crop.ts'
import { drawSquare, encodeSquare } from './draw-picture.ts'

interface CropDialogProps {
  title: string
  bitmap: ImageBitmap
  /** People are shown round. */
  round?: boolean
  /** Receives a square PNG or JPEG in base 64. */
  onSave: (picture: string) => Promise<void>
  onClose: () => void
}

/** Chooses the square of a picture, by dragging or with sliders. */
export function CropDialog({ title, bitmap, round = false, onSave, onClose }: CropDialogProps) {
  const [crop, setCrop] = useState(centered)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const square = squareOf(bitmap, crop)
  const save = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await onSave(encodeSquare(bitmap, square))
      onClose()
    } catch (error) {
      setFailure(failureMessage(error))
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const set = (changes: Partial<Crop>) => setCrop((before) => ({ ...before, ...changes }))
  return (
    <FormDialog
      title={title}
      description="Drag the picture, or use the sliders."
      submit="Save picture"
      isBusy={isBusy}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <CropArea
        bitmap={bitmap}
        crop={crop}
        round={round}
        onDrag={(by) => setCrop((before) => dragged(bitmap, before, by))}
      />
      <Slider
        label="Zoom"
        min={1}
        max={zoomMax}
        value={crop.zoom}
        onChange={(zoom) => set({ zoom })}
      />
      <Slider
        label="Left to right"
        disabled={bitmap.width - square.side < 1}
        value={crop.x}
        onChange={(x) => set({ x })}
      />
      <Slider
        label="Top to bottom"
        disabled={bitmap.height - square.side < 1}
        value={crop.y}
        onChange={(y) => set({ y })}
      />
    </FormDialog>
  )
}

interface CropAreaProps {
  bitmap: ImageBitmap
  crop: Crop
  round: boolean
  onDrag: (by: { x: number; y: number }) => void
}

/** In pixels of the canvas, which is shown at half of that. */
const areaSide = 448

function CropArea({ bitmap, crop, round, onDrag }: CropAreaProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) drawSquare(canvas.current, bitmap, squareOf(bitmap, crop))
  }, [bitmap, crop])
  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    const { currentTarget, pointerId, movementX, movementY } = event
    if (!currentTarget.hasPointerCapture(pointerId)) return
    const { clientWidth } = currentTarget
    onDrag({ x: movementX / clientWidth, y: movementY / clientWidth })
  }
  return (
    <canvas
      ref={canvas}
      aria-hidden="true"
      width={areaSide}
      height={areaSide}
      className={classNames(
        'mx-auto size-56 cursor-move touch-none border bg-sunken',
        round ? 'rounded-full' : 'rounded-m',
      )}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={drag}
    />
  )
}
