import { useState } from 'react'
import { classNames } from './class-names.ts'

interface MediaSlidesProps {
  medias: readonly { id: string; publicUrl: string }[]
}

/** One picture large, the others to choose from. */
export function MediaSlides({ medias }: MediaSlidesProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = medias.find(({ id }) => id === chosen) ?? medias[0]
  if (shown === undefined) return null
  return (
    <div className="grid grid-cols-1 gap-2">
      <img src={shown.publicUrl} alt="" className={slideLook} />
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

const slideLook = 'aspect-video w-full rounded-m border bg-sunken object-contain'
