import { Row, Specimen, Specimens } from './specimen.tsx'

/** Written out in full, because Tailwind generates only classes that it finds. */
const grounds = [
  ['canvas', 'bg-canvas'],
  ['surface', 'bg-surface'],
  ['sunken', 'bg-sunken'],
  ['hover', 'bg-hover'],
  ['accent', 'bg-accent'],
  ['accent-soft', 'bg-accent-soft'],
  ['good-soft', 'bg-good-soft'],
  ['warn-soft', 'bg-warn-soft'],
  ['bad-soft', 'bg-bad-soft'],
  ['info-soft', 'bg-info-soft'],
] as const

const inks = [
  ['ink', 'text-ink'],
  ['ink-2', 'text-ink-2'],
  ['ink-3', 'text-ink-3'],
  ['accent', 'text-accent'],
  ['good', 'text-good'],
  ['warn', 'text-warn'],
  ['bad', 'text-bad'],
  ['info', 'text-info'],
] as const

const sizes = [
  ['hero', 'text-hero'],
  ['figure', 'text-figure'],
  ['title', 'text-title'],
  ['l', 'text-l'],
  ['m', 'text-m'],
  ['s', 'text-s'],
  ['xs', 'text-xs'],
] as const

export function TokenSpecimens() {
  return (
    <Specimens id="tokens" title="Tokens">
      <Specimen name="Backgrounds">
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-3 text-xs">
          {grounds.map(([name, look]) => (
            <li key={name}>
              <div className={`h-12 rounded-m border ${look}`} />
              {name}
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen name="Text colors">
        <Row>
          {inks.map(([name, look]) => (
            <span key={name} className={`${look} mr-2 font-medium`}>
              {name}
            </span>
          ))}
        </Row>
      </Specimen>
      <Specimen name="Type">
        <div className="flex flex-wrap items-baseline gap-x-6 gap-y-2">
          {sizes.map(([name, look]) => (
            <span key={name} className={`${look} figures`}>
              {name} $1,234.50
            </span>
          ))}
        </div>
      </Specimen>
    </Specimens>
  )
}
