import { useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { t } from '../../lib/i18n';
import { ZOOM_MAX, ZOOM_MIN } from './zoom';
import type { Area } from './crop-image';

interface CropAreaProps {
  url: string;
  zoom: number;
  onZoom: (zoom: number) => void;
  onArea: (area: Area) => void;
  onBroken: () => void;
}

/**
 * The picture under a round window; moves with the pointer and the arrow keys. Its code loads with the first picture.
 */
export default function CropArea({ url, zoom, onZoom, onArea, onBroken }: CropAreaProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  return (
    <Cropper
      image={url}
      crop={crop}
      zoom={zoom}
      minZoom={ZOOM_MIN}
      maxZoom={ZOOM_MAX}
      aspect={1}
      cropShape="round"
      showGrid={false}
      keyboardStep={4}
      // The content security policy forbids styles from scripts, so they are imported.
      disableAutomaticStylesInjection
      cropperProps={{ role: 'group', 'aria-label': t('crop.area') }}
      mediaProps={{ alt: '', onError: onBroken }}
      onCropChange={setCrop}
      onZoomChange={onZoom}
      onCropComplete={(_percent, pixels) => onArea(pixels)}
      onCropAreaChange={(_percent, pixels) => onArea(pixels)}
    />
  );
}
