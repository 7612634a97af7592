import { Moon, Search, Sun } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useThemeChoice } from '../../../shared/theme/themeStore';
import { iconStroke } from '../../../shared/theme/tokens';
import { IconButton } from '../../../shared/ui/IconButton';
import { PageBody } from '../../../shared/ui/Layout';
import { PageHeader } from '../../../shared/ui/PageHeader';
import { SearchField } from '../../../shared/ui/SearchField';
import { GalleryActions } from './GalleryActions';
import { GalleryCards } from './GalleryCards';
import { GalleryCharts } from './GalleryCharts';
import { GalleryFields } from './GalleryFields';
import { GalleryLists } from './GalleryLists';
import { GalleryOverlays } from './GalleryOverlays';
import { GalleryValues } from './GalleryValues';

/** Every primitive in every state: what the eye, axe and the screenshots visit. Development only. */
export function GalleryPage(): ReactElement {
  const { name, choose } = useThemeChoice();
  const [searching, setSearching] = useState(false);
  const [query, setQuery] = useState('');
  const ThemeIcon = name === 'dark' ? Sun : Moon;
  return (
    <>
      <PageHeader
        title="گالری اجزا"
        subtitle="همهٔ اجزا در همهٔ حالت‌ها"
        backTo="/home"
        closeTo="/home"
        actions={
          <>
            <IconButton
              label="جستجو"
              aria-expanded={searching}
              icon={<Search size={22} strokeWidth={iconStroke} aria-hidden />}
              onClick={() => setSearching(!searching)}
            />
            <IconButton
              label="تغییر پوسته"
              icon={<ThemeIcon size={22} strokeWidth={iconStroke} aria-hidden />}
              onClick={() => choose(name === 'dark' ? 'light' : 'dark')}
            />
          </>
        }
      >
        <SearchField
          label="جستجو بر اساس نام مشتری"
          value={query}
          onValueChange={setQuery}
          isOpen={searching}
          onClose={() => setSearching(false)}
        />
      </PageHeader>
      <PageBody as="main">
        <GalleryValues />
        <GalleryActions />
        <GalleryFields />
        <GalleryCards />
        <GalleryLists />
        <GalleryCharts />
        <GalleryOverlays />
      </PageBody>
    </>
  );
}
