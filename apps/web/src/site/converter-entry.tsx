import { Converter } from '../features/converter/converter.tsx'
import { wake } from './wake.ts'

// The page is painted, and its links and menu work, before this runs.
wake('converter', Converter)
