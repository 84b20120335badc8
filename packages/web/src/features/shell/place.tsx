import { Logo } from '#/ui/logo.tsx'

/** The current area above the navigation: its mark and name. */
export function Place({ name }: { name: string }) {
  return (
    <div className="flex items-center gap-2.5 px-2 py-1.5 font-semibold">
      <Logo name={name} />
      <span className="truncate">{name}</span>
    </div>
  )
}
