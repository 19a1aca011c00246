import { Converter } from '../features/converter/converter.tsx'
import { wake } from './wake.ts'

// By now the page is painted, and its links and menu work.
wake('converter', Converter)
