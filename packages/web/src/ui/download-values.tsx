import Download from 'lucide-react/icons/download'
import { csvFile, saveFile } from '#/lib/save-file.ts'
import { csvText } from './chart-sheet.ts'
import { IconButton } from './icon-button.tsx'

interface DownloadValuesProps {
  title: string
  /** Without its ending. */
  fileName: string
  lines: () => readonly (readonly string[])[]
}

/** A table as CSV. */
export function DownloadValues({ title, fileName, lines }: DownloadValuesProps) {
  return (
    <IconButton
      size="s"
      label={`Download ${title} as CSV`}
      onClick={() => saveFile(csvFile(csvText(lines())), `${fileName}.csv`)}
    >
      <Download aria-hidden="true" />
    </IconButton>
  )
}
