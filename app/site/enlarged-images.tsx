import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  type TouchEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { Dialog } from '#app/ui/dialog.tsx';
import { ResponsiveImage } from '#app/ui/responsive-image.tsx';
import { Carousel } from './carousel.tsx';

type EnlargedImage = { path: string; alt: string };

type EnlargedImagesProps = {
  subject: string;
  images: EnlargedImage[];
  /** The index of the image that is shown first. */
  start: number;
  onClose: () => void;
};

/** The images of a gallery on the whole screen; Escape and Back lead back to the gallery. */
export default function EnlargedImages({ subject, images, start, onClose }: EnlargedImagesProps) {
  const content = useRef<HTMLDivElement>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      size="full"
      title={subject}
      // The arrow keys turn over the images at once.
      initialFocus={() => content.current?.querySelector('ul') ?? true}
    >
      <div ref={content}>
        <ScrolledTo index={start} content={content} />
        <Carousel
          id="enlarged"
          label={`Enlarged images of ${subject}`}
          slides={images.map((image) => ({
            key: image.path,
            content: <ZoomableImage {...image} />,
          }))}
        />
      </div>
    </Dialog>
  );
}

type ScrolledToProps = { index: number; content: RefObject<HTMLElement | null> };

/** Shows an image first, once the dialog is mounted. */
function ScrolledTo({ index, content }: ScrolledToProps) {
  useEffect(() => {
    const list = content.current?.querySelector('ul');
    if (list) list.scrollLeft = index * list.clientWidth;
  }, [index, content]);
  return null;
}

/** An image that a click enlarges around its position; then it is scrolled by touch, wheel and arrow keys. */
function ZoomableImage({ path, alt }: EnlargedImage) {
  const frame = useRef<HTMLDivElement>(null);
  const [isZoomed, setIsZoomed] = useState(false);

  function toggleZoom({ detail, clientX, clientY, currentTarget }: MouseEvent) {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    // A click by keyboard has no position.
    const [x, y] = detail === 0 ? [0.5, 0.5] : [(clientX - left) / width, (clientY - top) / height];
    flushSync(() => setIsZoomed(!isZoomed));
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = frame.current ?? currentTarget;
    frame.current?.scrollTo({
      left: x * scrollWidth - clientWidth / 2,
      top: y * scrollHeight - clientHeight / 2,
      behavior: 'instant',
    });
  }

  /** Keeps swipes that scroll the image from turning it over. */
  function keepSwipe(event: TouchEvent) {
    if (isZoomed) event.stopPropagation();
  }

  function keepArrows(event: KeyboardEvent) {
    if (isZoomed && event.key.startsWith('Arrow')) event.stopPropagation();
  }

  return (
    <div
      ref={frame}
      className="h-[calc(100dvh-12.5rem)] min-h-60 overflow-auto overscroll-contain border border-line bg-pine"
    >
      <button
        type="button"
        aria-label={`Zoom: ${alt}`}
        aria-pressed={isZoomed}
        onClick={toggleZoom}
        onKeyDown={keepArrows}
        onTouchStart={keepSwipe}
        onTouchEnd={keepSwipe}
        className={`block outline-offset-[-3px] ${isZoomed ? 'size-[250%] cursor-zoom-out' : 'size-full cursor-zoom-in'}`}
      >
        <ResponsiveImage
          path={path}
          alt={alt}
          sizes={isZoomed ? '250vw' : '100vw'}
          width={1920}
          height={1440}
          className="size-full object-contain"
        />
      </button>
    </div>
  );
}
