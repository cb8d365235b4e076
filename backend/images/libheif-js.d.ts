declare module 'libheif-js/wasm-bundle.js' {
  type Pixels = { data: Uint8ClampedArray; width: number; height: number };

  export type HeifImage = {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    /** Writes RGBA into `pixels.data`; `onDecoded` gets null if that fails. */
    display(pixels: Pixels, onDecoded: (pixels: Pixels | null) => void): void;
    free(): void;
  };

  export class HeifDecoder {
    /** Returns no images if the file is broken. */
    decode(file: Uint8Array): HeifImage[];
  }

  const libHeif: { HeifDecoder: typeof HeifDecoder };
  export default libHeif;
}
