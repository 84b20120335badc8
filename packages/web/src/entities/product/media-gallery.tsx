import { useState } from 'react'
import { classNames } from '#/ui/class-names.ts'

interface MediaGalleryProps {
  medias: readonly { id: string; publicUrl: string }[]
}

/** A large picture with thumbnails. */
export function MediaGallery({ medias }: MediaGalleryProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = medias.find(({ id }) => id === chosen) ?? medias[0]
  if (shown === undefined) return null
  return (
    <div className="grid grid-cols-1 gap-2">
      <Slide url={shown.publicUrl} />
      {medias.length > 1 && (
        <ul aria-label="Pictures of the product" className="flex flex-wrap gap-2">
          {medias.map(({ id, publicUrl }, index) => (
            <li key={id}>
              <button
                type="button"
                aria-label={`Show picture ${index + 1}`}
                aria-pressed={id === shown.id}
                onClick={() => setChosen(id)}
                className={classNames(
                  'block rounded-s border-2',
                  id === shown.id ? 'border-accent' : 'border-transparent',
                )}
              >
                <img src={publicUrl} alt="" className="size-10 rounded-xs object-cover" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** In the shape of the picture, so that a wide one has no bars; a tall one is kept to a square. */
function Slide({ url }: { url: string }) {
  const [ratio, setRatio] = useState<number | null>(null)
  return (
    <img
      src={url}
      alt=""
      className="aspect-video w-full rounded-m border bg-sunken object-contain"
      style={ratio === null ? undefined : { aspectRatio: Math.max(ratio, 1) }}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        setRatio(naturalHeight === 0 ? null : naturalWidth / naturalHeight)
      }
    />
  )
}
