import { type ReactNode, useState } from 'react'
import { useFirstAct } from '#/lib/use-first-act.ts'
import { later } from '#/ui/later.tsx'
import { useShortcut } from '#/ui/use-shortcut.ts'
import type { NavSection } from './nav-list.tsx'
import type { PaletteProps } from './palette.tsx'
import { ActionKeys } from './shortcuts.tsx'

const PlainPalette = later(async () => (await import('./palette.tsx')).Palette)

interface PaletteLaterProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The pages of the current area. */
  sections?: readonly NavSection[]
  /** A palette with more commands than the pages and the global actions. */
  palette?: (props: PaletteProps) => ReactNode
}

/** Opens the palette by its keys. Its code is loaded with the first act of the visitor. */
export function PaletteLater(props: PaletteLaterProps) {
  const { open, onOpenChange, sections = noSections, palette = plain } = props
  const [isHelping, setHelping] = useState(false)
  const hasActed = useFirstAct()
  useShortcut('mod+k', () => onOpenChange(!open))
  useShortcut('?', () => setHelping(true))
  return (
    <>
      {(hasActed || open || isHelping) &&
        palette({ open, onOpenChange, isHelping, onHelpingChange: setHelping, sections })}
      <ActionKeys />
    </>
  )
}

const noSections: readonly NavSection[] = []

const plain = (props: PaletteProps) => <PlainPalette {...props} />
